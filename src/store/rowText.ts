/** The text of a row: a document, as Keyv wraps it. */
export const writeRow = (document: unknown): string => JSON.stringify({ value: document });

/** The document in a row's text. A text that is none is kept as it is, so that it fails its schema and is set aside whole. */
export function readRow(text: string): unknown {
  try {
    const row: unknown = JSON.parse(text);
    return typeof row === 'object' && row !== null && 'value' in row
      ? row.value
      : { unreadable: text };
  } catch {
    return { unreadable: text };
  }
}
