import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The folder of compiled modules (`NODE_COMPILE_CACHE`). With it, a program of this checkout starts in half the time. */
export const compileCacheFolder = fileURLToPath(
  new URL('../../node_modules/.cache/compiled-modules', import.meta.url),
);

export type ChildProcessHandle = {
  readonly process: ChildProcess;
  readonly isRunning: () => boolean;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** Terminates the process, and kills it after a timeout. */
  readonly stop: () => Promise<void>;
};

/** A process ended before it was ready. */
export class ChildProcessFailed extends Error {
  readonly code = 'child_failed';
}

const stopTimeoutMilliseconds = 5000;

/**
 * Starts a script in a child process, with the Node of this process.
 * @param environment variables in addition to those of this process
 */
export function startNode(
  [file, ...parameters]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): ChildProcessHandle {
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { NODE_COMPILE_CACHE: compileCacheFolder, ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    process: child,
    isRunning,
    ended,
    stop: async () => {
      if (!isRunning()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMilliseconds);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Waits for the first line that a child process writes to standard output.
 * @throws ChildProcessFailed with the text of standard error, if the process ends before its first line
 */
export async function readFirstLine({
  process: child,
  ended,
}: ChildProcessHandle): Promise<string> {
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end >= 0) resolve(output.slice(0, end));
    });
    void ended.then(() =>
      reject(new ChildProcessFailed(errors.trim() || 'The process ended without output.')),
    );
  });
}
