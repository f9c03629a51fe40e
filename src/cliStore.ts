import process from 'node:process';
import { runStoreLine } from './cliStoreRun.ts';
import { processTerminal } from './cliTerminal.ts';

process.exitCode = await runStoreLine(process.argv.slice(2), processTerminal);
