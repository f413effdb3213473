/** A text is not well-known text, or it is of a kind that GeoJSON does not have. */
export class InvalidWellKnownTextError extends Error {
  readonly code = 'invalid_well_known_text';
  /** What should stand at the position. */
  readonly expected: string;
  /** The position of the unexpected character, from 0. */
  readonly position: number;

  constructor(expected: string, position: number) {
    super(`The well-known text cannot be read: at character ${position + 1} it needs ${expected}.`);
    this.expected = expected;
    this.position = position;
  }
}

const numberPattern = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const tokenPattern = /[-+.\w]+|[^\s]/g;

/** Reads the words, numbers and signs of well-known text one after the other. */
export class WellKnownTextTokens {
  readonly #tokens: Iterator<RegExpExecArray>;
  readonly #end: number;
  #next: RegExpExecArray | undefined;

  constructor(text: string) {
    this.#end = text.length;
    this.#tokens = text.matchAll(tokenPattern);
    this.#advance();
  }

  /** The next token in capital letters; empty at the end. */
  peek(): string {
    return this.#next?.[0].toUpperCase() ?? '';
  }

  /** Consumes the next token. @throws InvalidWellKnownTextError at the end */
  next(): string {
    if (this.#next === undefined) throw this.errorExpecting('more');
    const [token] = this.#next;
    this.#advance();
    return token;
  }

  /** Consumes the next token if it is `text`, in any letter case. @param text in capital letters */
  accept(text: string): boolean {
    const isNext = this.peek() === text;
    if (isNext) this.#advance();
    return isNext;
  }

  /** Consumes the next token. @throws InvalidWellKnownTextError if it is not `text` */
  expect(text: string): void {
    if (!this.accept(text)) throw this.errorExpecting(text);
  }

  /** @throws InvalidWellKnownTextError before the end */
  expectEnd(): void {
    if (this.#next !== undefined) throw this.errorExpecting('nothing more');
  }

  isAtNumber(): boolean {
    return numberPattern.test(this.peek());
  }

  errorExpecting(expected: string): InvalidWellKnownTextError {
    return new InvalidWellKnownTextError(expected, this.#next?.index ?? this.#end);
  }

  #advance(): void {
    const { done, value } = this.#tokens.next();
    this.#next = done === true ? undefined : value;
  }
}
