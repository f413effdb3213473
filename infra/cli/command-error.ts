/** An error that ends a command. Its message says what is wrong and what to do about it. */
export class CommandError extends Error {
  readonly code: string;

  /** @param code lower-case with underscores */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
