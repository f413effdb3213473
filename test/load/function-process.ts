import { readdirSync } from 'node:fs';

import { serveBundles } from '../gateway/emulator/serve-bundles.ts';
import type { Sample } from './samples.ts';

// Runs the packaged functions behind the emulated gateway in a separate process. It prints its address as one line of JSON, and then a
// sample of its memory and handles every few seconds. Settings are in the environment.

const { HDS_SAMPLE_SECONDS: sampleSeconds = '10' } = process.env;
const megabyte = 1024 * 1024;

await serveBundles();

function takeSample(): Sample {
  // A heap that grows although garbage was collected shows a leak.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    seconds: Math.round(process.uptime()),
    rss: rss / megabyte,
    heap: heapUsed / megabyte,
    external: external / megabyte,
    handles: process.getActiveResourcesInfo().length,
    files: readdirSync('/proc/self/fd').length,
  };
}

setInterval(
  () => {
    process.stdout.write(`${JSON.stringify(takeSample())}\n`);
  },
  Number(sampleSeconds) * 1000,
);
