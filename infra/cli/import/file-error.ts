/** Where in a file reading stopped. */
export type FilePlace = {
  /** From 0, of the unpacked file. */
  readonly byteOffset?: number;
  /** From 1. */
  readonly line?: number;
};

/** A file cannot be read on: it is cut off, damaged or of another format than its name says. */
export class FileFormatError extends Error {
  readonly code: string;
  readonly place: FilePlace;

  /**
   * @param code stable, lower-case with underscores
   * @param message what is wrong, without the place
   */
  constructor(code: string, message: string, place: FilePlace = {}, options: ErrorOptions = {}) {
    super(`${message}${describePlace(place)}`, options);
    this.code = code;
    this.place = place;
  }
}

function describePlace({ line, byteOffset }: FilePlace): string {
  const parts = [
    line === undefined ? [] : [`line ${line}`],
    byteOffset === undefined ? [] : [`byte ${byteOffset}`],
  ].flat();
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
