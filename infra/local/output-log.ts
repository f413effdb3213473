import { appendFileSync, existsSync, renameSync, rmSync } from 'node:fs';

import type { ChildProcessHandle } from './child-process.ts';
import { getErrorMessage } from './error-message.ts';

const maxCharacters = 4000;

/** The size at which a log file is replaced. Together with its old copy, it takes at most twice as many bytes. */
const maxFileBytes = 10_000_000;

/**
 * Writes the output of a child process to a new log file, which only the user may read. A full file is renamed to `FILE.old`,
 * in place of an earlier one. What cannot be stored, as on a full disk, is lost: the process runs on.
 * @param reportFailure is called when storing begins to fail
 * @returns a function that returns the last 4,000 characters of the output
 */
export function logOutput(
  { process: child }: ChildProcessHandle,
  file: string,
  maxBytes = maxFileBytes,
  reportFailure = (reason: string): unknown =>
    process.stderr.write(`The log ${file} cannot be written, and lines are lost: ${reason}\n`),
): () => string {
  const oldFile = `${file}.old`;
  rmSync(file, { force: true });
  rmSync(oldFile, { force: true });
  const append = (text: string | Buffer): void => appendFileSync(file, text, { mode: 0o600 });
  append('');
  let bytes = 0;
  let tail = '';
  let isFailing = false;
  const store = (chunk: Buffer): void => {
    if (bytes > 0 && bytes + chunk.length > maxBytes) {
      if (existsSync(file)) renameSync(file, oldFile);
      bytes = 0;
    }
    // Synchronous, so that nothing is lost if this process is killed.
    append(chunk);
    bytes += chunk.length;
  };
  const write = (chunk: Buffer): void => {
    tail = (tail + chunk.toString()).slice(-maxCharacters);
    try {
      store(chunk);
      isFailing = false;
    } catch (error) {
      if (!isFailing) reportFailure(getErrorMessage(error));
      isFailing = true;
    }
  };
  child.stdout?.on('data', write);
  child.stderr?.on('data', write);
  return () => tail;
}
