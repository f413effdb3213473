import { appendFileSync, openSync } from 'node:fs';

import type { ChildProcessHandle } from './child-process.ts';

const maxCharacters = 4000;

/**
 * Writes the output of a process to a new file that only its owner may read.
 * @returns a function that returns the last 4,000 characters
 */
export function logOutput({ process: child }: ChildProcessHandle, file: string): () => string {
  const logFile = openSync(file, 'w', 0o600);
  let tail = '';
  const write = (chunk: Buffer): void => {
    // Synchronous, so that nothing is lost if this process is killed.
    appendFileSync(logFile, chunk);
    tail = (tail + chunk.toString()).slice(-maxCharacters);
  };
  child.stdout?.on('data', write);
  child.stderr?.on('data', write);
  return () => tail;
}
