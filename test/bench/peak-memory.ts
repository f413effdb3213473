import { readFile } from 'node:fs/promises';

/**
 * The most memory that this process ever took, in MB. `maxRSS` of the resource usage does not tell on Linux: a process that
 * replaces another after a fork begins with the peak of the one that forked it.
 */
export async function peakMemory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) / 1024;
}
