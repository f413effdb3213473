import { statSync } from 'node:fs';

import { readPosition } from './read-file.ts';

/** Measures which part of the files of an import is read, by their sizes. */
export class ReadingProgress {
  readonly #totalSize: number;
  #finishedSize = 0;
  #current: { readonly file: string; readonly size: number } | undefined;

  constructor(files: readonly string[]) {
    this.#totalSize = files.reduce((sum, file) => sum + sizeOf(file), 0);
  }

  /** Begins the next file: the previous one is read. */
  begin(file: string): void {
    this.#finishedSize += this.#current?.size ?? 0;
    this.#current = { file, size: sizeOf(file) };
  }

  /** Returns the part that is read, from 0 to 1; undefined if the sources are not files. */
  fraction(): number | undefined {
    if (this.#totalSize === 0) return undefined;
    const { file, size } = this.#current ?? { file: '', size: 0 };
    const readSize = this.#finishedSize + Math.min(size, readPosition(file));
    return Math.min(1, readSize / this.#totalSize);
  }
}

/** Returns the size of a file; 0 for a file that does not exist, which is reported when it is read, and for another source. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
