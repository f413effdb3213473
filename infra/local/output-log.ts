import { appendFileSync, openSync } from 'node:fs';

import type { ChildProcessHandle } from './child-process.ts';

const lastCharacters = 4000;

/**
 * Keeps what a process writes, to standard output and standard error, in a file; what was in the file before goes.
 * @param file in a folder that is there; only its owner may read it
 * @returns gives the end of what it wrote so far, 4,000 characters at most
 */
export function logOutput({ process: child }: ChildProcessHandle, file: string): () => string {
  const log = openSync(file, 'w', 0o600);
  let end = '';
  const keep = (chunk: Buffer): void => {
    // Written before anything else happens, so that nothing waits in memory or is lost where this process is killed.
    appendFileSync(log, chunk);
    end = (end + chunk.toString()).slice(-lastCharacters);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => end;
}
