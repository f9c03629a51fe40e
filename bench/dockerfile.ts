/** One instruction of a Dockerfile; a list in the JSON form comes as it is, other text as one. */
export type Instruction = { name: string; words: string[]; text: string };

/** A stage: the image it begins with, the name others copy from it by, and its instructions. */
export type Stage = { image: string; name: string | null; instructions: Instruction[] };

/** Reads a Dockerfile as far as ours goes: comments, lines that go on, no heredocs, no ARG. */
export function readDockerfile(text: string): Stage[] {
  const whole = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '');
  const stages: Stage[] = [];
  for (const line of whole.split('\n')) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const from = /^(\S+)(?: AS (\S+))?$/.exec(rest);
    const stage = stages.at(-1);
    if (name === 'FROM' && from !== null) {
      stages.push({ image: from[1] ?? '', name: from[2] ?? null, instructions: [] });
    } else if (name !== '' && stage !== undefined) {
      stage.instructions.push({ name, text: rest, words: wordsOf(rest) });
    } else {
      throw new Error(`this line of the Dockerfile is not understood: ${line}`);
    }
  }
  return stages;
}

/** The JSON list at the end of an instruction (CMD, HEALTHCHECK), or its words. */
function wordsOf(text: string): string[] {
  const list = /\[.*\]$/.exec(text);
  return list === null ? text.split(/\s+/) : (JSON.parse(list[0]) as string[]);
}

/** Says whether a path of the build's folder is left out, by the lines of .dockerignore; of patterns it knows `*.ending` only. */
export function readDockerignore(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const strange = lines.find((line) => /[*?[!]/.test(line.replace(/^\*\./, '')));
  if (strange !== undefined) {
    throw new Error(`this line of .dockerignore is not understood: ${strange}`);
  }
  const endings = lines.filter((line) => line.startsWith('*.')).map((line) => line.slice(1));
  const places = lines.filter((line) => !line.startsWith('*.'));
  return (path) =>
    places.some((place) => path === place || path.startsWith(`${place}/`)) ||
    // As Docker has it: without a slash, in the topmost folder only.
    endings.some((ending) => !path.includes('/') && path.endsWith(ending));
}
