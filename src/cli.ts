import process from 'node:process';
import { runCommandLine } from './cliRun.ts';
import { processTerminal } from './cliTerminal.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal);
