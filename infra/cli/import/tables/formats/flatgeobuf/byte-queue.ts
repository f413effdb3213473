/** Takes bytes from chunks of any size. */
export class ByteQueue {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @returns fewer bytes at the end */
  async take(length: number): Promise<Uint8Array> {
    const parts = [this.#rest];
    let available = this.#rest.length;
    while (available < length) {
      const { value, done } = await this.#chunks.next();
      if (done === true) break;
      parts.push(value);
      available += value.length;
    }
    const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = bytes.subarray(length);
    return bytes.subarray(0, length);
  }

  async skip(length: number): Promise<void> {
    for (let rest = length; rest > 0;) {
      const skipped = (await this.take(Math.min(rest, largestSkip))).length;
      if (skipped === 0) return;
      rest -= skipped;
    }
  }

  /** Ends the reading of the chunks. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

const largestSkip = 1_000_000;
