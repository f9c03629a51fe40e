/** The options that `read` makes of the command line; null, with what is wrong and the usage on stderr, when it throws. */
export function fromCommandLine<T>(usage: string, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`);
    return null;
  }
}
