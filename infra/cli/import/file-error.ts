import type { Problem } from '../../../lib/model/problem.ts';
import { importError } from './import-problems.ts';

/** Where in a file reading stopped. */
export type FileLocation = {
  /** From 0, of the uncompressed file. */
  readonly byteOffset?: number;
  /** From 1. */
  readonly line?: number;
  /** JSON Pointer into the document. */
  readonly pointer?: string;
};

/** A file cannot be read further, because it is cut off, damaged or not of the format that its name indicates. */
export class FileFormatError extends Error {
  readonly code: string;
  readonly pointer: string;

  /**
   * @param code stable, lower-case with underscores
   * @param message the problem, without the location
   */
  constructor(code: string, message: string, location: FileLocation = {}, options?: ErrorOptions) {
    super(`${message}${formatLocation(location)}`, options);
    this.code = code;
    this.pointer = location.pointer ?? '';
  }
}

function formatLocation({ line, byteOffset }: FileLocation): string {
  const parts = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(byteOffset === undefined ? [] : [`byte ${byteOffset}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Converts an error of reading a file to a problem. @throws the error itself if it is not a `FileFormatError` */
export function toFileProblem(error: unknown): Problem {
  if (!(error instanceof FileFormatError)) throw error;
  return importError(error.code, error.message, { pointer: error.pointer });
}
