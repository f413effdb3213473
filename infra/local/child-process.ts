import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A process that this one started and stops. */
export type ChildProcessHandle = {
  readonly process: ChildProcess;
  readonly isRunning: () => boolean;
  /** Settles when the process has ended, however it did. */
  readonly ended: Promise<void>;
  /** Asks it to end, and makes it end when it does not within the time. */
  readonly stop: () => Promise<void>;
};

/** A process that is needed ended before it was ready. */
export class ChildProcessFailed extends Error {
  readonly code = 'child_failed';
}

const timeToStop = 5000;

/**
 * Starts Node on a file, with the same Node that runs this process.
 * @param file the script, and its arguments
 * @param environment variables besides those of this process
 */
export function startNode(
  [file, ...rest]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): ChildProcessHandle {
  const child = spawn(process.execPath, [file, ...rest], {
    env: { ...process.env, ...environment },
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
      const timer = setTimeout(() => child.kill('SIGKILL'), timeToStop);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Waits for the first line that a process writes to standard output.
 * @throws ChildFailed with what it wrote to standard error, when it ends before
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
      reject(new ChildProcessFailed(errors.trim() || 'The process ended without a word.')),
    );
  });
}
