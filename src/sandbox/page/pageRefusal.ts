/** A request of the page was refused; the message is for the person who made it. `status` is that of the HTTP answer. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  readonly status: number;

  constructor(message: string, { status, ...options }: ErrorOptions & { status: number }) {
    super(message, options);
    this.status = status;
  }
}
