import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { CommandError } from '../command-error.ts';
import { isGzipFileName } from '../gzip-file-name.ts';
import { errorCode } from '../../../lib/errors.ts';

/**
 * Streams a text to standard output or into a file, compressed if its name ends in `.gz`. An existing file is only replaced
 * when the new one is complete.
 * @param parts the text in parts
 * @param file undefined for standard output
 * @throws CommandError `output_not_writable`, and the errors of `parts`
 */
export async function writeOutput(
  parts: AsyncIterable<string>,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) {
    await writeToStandardOutput(parts);
    return;
  }
  const temporaryFile = `${file}.part`;
  try {
    const fileStream = createWriteStream(temporaryFile);
    await (isGzipFileName(file)
      ? pipeline(Readable.from(parts), createGzip(), fileStream)
      : pipeline(Readable.from(parts), fileStream));
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw toOutputError(file, error);
  }
}

/** Turns an error of the file system into a CommandError that names the file. Returns any other error unchanged. */
export function toOutputError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const message = `${file} cannot be written: ${error.message}`;
  return new CommandError('output_not_writable', message, { cause: error });
}

/** Streams a text to standard output. If the reading program, such as `head`, closes the pipe early, this is not an error. */
export async function writeToStandardOutput(parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false });
  } catch (error) {
    if (errorCode(error) !== 'EPIPE') throw error;
  }
}
