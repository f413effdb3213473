/** What stands as well-known text is none, or is of a kind that GeoJSON does not have. */
export class InvalidWellKnownTextError extends Error {
  readonly code = 'invalid_well_known_text';

  /** @param position of the character at which the reading ended, from 0 */
  constructor(needed: string, position: number) {
    super(`The well-known text cannot be read: at character ${position + 1} it needs ${needed}.`);
  }
}

const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const token = /[-+.\w]+|[^\s]/g;

/** The words, numbers and signs of well-known text, one after the other. */
export class WellKnownTextTokens {
  readonly #tokens: readonly { readonly text: string; readonly position: number }[];
  readonly #end: number;
  #next = 0;

  constructor(text: string) {
    this.#end = text.length;
    this.#tokens = Array.from(text.matchAll(token), ({ 0: found, index }) => ({
      text: found,
      position: index,
    }));
  }

  /** Goes past the next token. @throws InvalidWellKnownTextError at the end */
  take(): string {
    const taken = this.#tokens[this.#next];
    if (taken === undefined) throw this.expected('more');
    this.#next += 1;
    return taken.text;
  }

  /** Goes past the next token if it is this one, in either letter case. */
  skip(text: string): boolean {
    const isNext = this.#tokens[this.#next]?.text.toUpperCase() === text;
    if (isNext) this.#next += 1;
    return isNext;
  }

  /** @throws InvalidWellKnownTextError where the next token is another */
  need(text: string): void {
    if (!this.skip(text)) throw this.expected(text);
  }

  /** @throws InvalidWellKnownTextError where something is left */
  needEnd(): void {
    if (this.#next < this.#tokens.length) throw this.expected('nothing more');
  }

  isAtNumber(): boolean {
    return number.test(this.#tokens[this.#next]?.text ?? '');
  }

  /** The error that says what is needed here. */
  expected(needed: string): InvalidWellKnownTextError {
    return new InvalidWellKnownTextError(needed, this.#tokens[this.#next]?.position ?? this.#end);
  }
}
