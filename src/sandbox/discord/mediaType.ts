const BY_ENDING: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** The content type of a file: clients send octet-stream, so Discord looks at the name; `given` where the name tells nothing. */
export function mediaType(filename: string, given = ''): string {
  const ending = filename.split('.').at(-1)?.toLowerCase() ?? '';
  return BY_ENDING[ending] ?? (given === '' ? 'application/octet-stream' : given);
}
