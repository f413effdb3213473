import { build, stop, type BuildOptions, type BuildResult } from 'esbuild';

/** The result of a build: the output files, and their description (`metafile`). */
export type MemoryBuild = BuildResult<{ write: false; metafile: true }>;

let runningBuilds = 0;

/** Runs a build in memory. esbuild has a child process that would keep this process alive, so the last running build stops it. */
export async function runBuild(options: BuildOptions): Promise<MemoryBuild> {
  runningBuilds += 1;
  try {
    return await build({ ...options, write: false, metafile: true });
  } finally {
    runningBuilds -= 1;
    if (runningBuilds === 0) await stop();
  }
}
