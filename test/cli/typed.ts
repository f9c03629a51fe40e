import { runCommandLine } from '#cliRun.ts';
import type { Terminal } from '#cliTerminal.ts';
import { readConfig } from '#config.ts';

/** What came of a command line. */
export type Run = { code: number; stdout: string; stderr: string };

/** Runs a command line in this process, with nothing but `environment` around it. */
export async function typedInto(
  program: (args: string[], terminal: Terminal) => Promise<number>,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  let stdout = '';
  let stderr = '';
  const code = await program(args, {
    print: (text) => {
      stdout += text;
    },
    complain: (line) => {
      stderr += `${line}\n`;
    },
    settings: () => readConfig({ environment }),
  });
  return { code, stdout, stderr };
}

/** The same with a command line of `query`. */
export const typed = (args: string[], environment: Record<string, string> = {}): Promise<Run> =>
  typedInto(runCommandLine, args, environment);
