import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from '../../lib/errors.ts';

/** Reads the start time of a process, in a format that depends on the operating system; null if it is unknown. */
export async function readProcessStart(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return readStartWithPs(pid);
  return (await readStatus(pid))?.start ?? null;
}

type Status = { readonly state: string | undefined; readonly start: string | undefined };

/**
 * Reads the state and the start time of a process on Linux.
 * Source: proc(5), /proc/[pid]/stat. The fields are counted from the last parenthesis, because the name of the program, which is
 * in parentheses before the state, may contain any characters.
 */
async function readStatus(pid: number): Promise<Status | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], start: fields[19] };
}

async function readStartWithPs(pid: number): Promise<string | null> {
  const output = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return output.then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/**
 * Whether a process on this machine is still running. Another process that got the same id later does not count.
 * @param start as from readProcessStart
 */
export async function isProcessRunning(pid: number, start: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  // A zombie process has ended.
  if ((await readStatus(pid))?.state === 'Z') return false;
  const currentStart = await readProcessStart(pid);
  return currentStart === null || start === null || currentStart === start;
}
