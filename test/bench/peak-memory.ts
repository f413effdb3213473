import { readFile } from 'node:fs/promises';

/**
 * The peak of the memory of this process, in MB. On Linux, `maxRSS` of the resource usage is wrong: a process that is started with fork
 * and exec begins with the peak of its parent.
 */
export async function readPeakMemory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) / 1024;
}
