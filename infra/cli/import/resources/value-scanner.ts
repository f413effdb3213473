import {
  backslashByte,
  closingBraceByte,
  closingBracketByte,
  commaByte,
  openingBraceByte,
  openingBracketByte,
  quoteByte,
} from './json-bytes.ts';

/** The state of a scan after the bytes of one chunk. */
export type ScanState = 'more' | 'done' | 'malformed';

/**
 * Finds the end of one JSON value in chunks of UTF-8 bytes by its quotes and brackets, without parsing it.
 */
export class ValueScanner {
  /** The offset in the chunk after the last byte of the value, or of the byte that cannot belong to it. */
  offset = 0;
  readonly #closers: number[] = [];
  readonly #isForgiving: boolean;
  #isInString = false;
  #isEscaped = false;
  #isScalar = false;

  /**
   * @param closers the closing bytes of brackets that are already open, outermost first
   * @param isForgiving whether a closing bracket also closes inner brackets that are still open, so that the end of a value that is not
   * JSON can be found
   */
  constructor(closers: readonly number[] = [], isForgiving = false) {
    this.#closers.push(...closers);
    this.#isForgiving = isForgiving;
  }

  /**
   * Continues the scan at an offset of the next chunk.
   * @returns `done` with `offset` after the value; `more` if the chunk ends before the value does;
   * `malformed` with `offset` at a bracket that closes nothing
   */
  scan(chunk: Uint8Array, start: number): ScanState {
    for (this.offset = start; this.offset < chunk.length; this.offset += 1) {
      const step = this.#scanByte(chunk[this.offset] ?? 0);
      if (step === 'more') continue;
      // A number or word ends before the delimiter that follows it, any other value with its own last byte.
      if (step === 'done' && !this.#isScalar) this.offset += 1;
      return step;
    }
    return 'more';
  }

  /** Whether the value may end with the file, because it is a number or word, which has no closing character. */
  canEndWithFile(): boolean {
    return this.#isScalar;
  }

  #scanByte(byte: number): ScanState {
    if (this.#isInString) return this.#scanByteInString(byte);
    if (this.#isScalar) return isDelimiter(byte) ? 'done' : 'more';
    switch (byte) {
      case quoteByte:
        this.#isInString = true;
        return 'more';
      case openingBraceByte:
        this.#closers.push(closingBraceByte);
        return 'more';
      case openingBracketByte:
        this.#closers.push(closingBracketByte);
        return 'more';
      case closingBraceByte:
      case closingBracketByte:
        return this.#close(byte);
      default:
        if (this.#closers.length === 0) this.#isScalar = true;
        return 'more';
    }
  }

  #close(byte: number): ScanState {
    const openingIndex = this.#isForgiving
      ? this.#closers.lastIndexOf(byte)
      : this.#closers.length - 1;
    if (openingIndex === -1 || this.#closers[openingIndex] !== byte) return 'malformed';
    this.#closers.length = openingIndex;
    return openingIndex === 0 ? 'done' : 'more';
  }

  #scanByteInString(byte: number): ScanState {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslashByte) this.#isEscaped = true;
    else if (byte === quoteByte) {
      this.#isInString = false;
      if (this.#closers.length === 0) return 'done';
    }
    return 'more';
  }
}

function isDelimiter(byte: number): boolean {
  return (
    byte <= 0x20 || byte === commaByte || byte === closingBraceByte || byte === closingBracketByte
  );
}
