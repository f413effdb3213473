import { build, stop, type BuildOptions, type BuildResult } from 'esbuild';

/** The output files of a build, and its description of them. */
export type MemoryBuild = BuildResult<{ write: false; metafile: true }>;

let runningBuilds = 0;

/** Runs a build in memory. esbuild runs in a child process, which would live as long as this one, so the last build stops it. */
export async function runBuild(options: BuildOptions): Promise<MemoryBuild> {
  runningBuilds += 1;
  try {
    return await build({ ...options, write: false, metafile: true });
  } finally {
    runningBuilds -= 1;
    if (runningBuilds === 0) await stop();
  }
}
