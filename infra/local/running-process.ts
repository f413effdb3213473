import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * When a process began, as the system counts it; null where that cannot be found out.
 * @param pid its number
 */
export async function readProcessStart(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return startFromProcessList(pid);
  return (await status(pid))?.start ?? null;
}

type Status = { readonly state: string | undefined; readonly start: string | undefined };

/** Source: proc(5), /proc/[pid]/stat. The name of the program, in parentheses before the state, may hold anything. */
async function status(pid: number): Promise<Status | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], start: fields[19] };
}

async function startFromProcessList(pid: number): Promise<string | null> {
  const listed = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

/**
 * Whether a process of this machine is still there, and no other one with its number.
 * @param start when it began, as processStart tells it; null where that is not known
 */
export async function isProcessRunning(pid: number, start: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // One that ended, and that its parent did not ask for yet, still has its number.
  if ((await status(pid))?.state === 'Z') return false;
  const started = await readProcessStart(pid);
  return started === null || start === null || started === start;
}
