/** A command cannot do what was asked. The message says why, and what to do instead. */
export class CommandError extends Error {
  readonly code: string;

  /** @param code lower-case with underscores */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
