/** What goes back over HTTP. A string body is HTML; undefined = no content. */
export type Reply = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** Discord's error code, for the journal. */
  code: number | null;
};
