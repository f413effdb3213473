import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { fetchAnswer, firstByte } from './client.ts';
import { countFeaturesInFile } from './features.ts';
import { allFeatures } from './requests.ts';
import { withBenchService, type Memory } from './stack.ts';

/** Milliseconds between two readings of the memory of a process. */
const interval = 100;
const firstBytes = 7;

/** A database and its number of features. */
export type Counted = { readonly database: string; readonly features: number };

/** Measures an answer that is ten times as large: its memory, and its time per feature compared with the smaller answer. */
export async function tenfold(
  subject: string,
  small: Counted,
  large: Counted,
): Promise<readonly Figure[]> {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'features.geojson');
    const whole = ({ database, features }: Counted, isWarm: boolean): Promise<Whole> =>
      withBenchService(database, async ({ url, memory }) => {
        if (isWarm) await fetchAnswer(url + allFeatures, { file });
        const watched = await watching(memory, () => fetchAnswer(url + allFeatures, { file }));
        const count = await countFeaturesInFile(file);
        if (count !== features) throw new Error(`${count} features came instead of ${features}.`);
        const waits: number[] = [];
        for (let round = 0; round < firstBytes; round += 1) {
          waits.push(await firstByte(url + allFeatures));
        }
        return {
          timeEach: (watched.result.time * 1000) / features,
          samples: watched.samples,
          peak: await memory.peak(),
          firstByte: quantile(waits, 0.5),
          coldFirstByte: watched.result.firstByte,
        };
      });
    const before = await whole(small, true);
    const found = await whole(large, false);
    const middle = Math.floor(found.samples.length / 2);
    // The first tenth of the samples is left out, in which the memory for code and buffers still grows.
    const most = (from: number, to?: number): number =>
      Math.max(...found.samples.slice(from, to), 0);
    return [
      {
        subject,
        measure: 'time for each feature',
        value: found.timeEach,
        unit: 'µs',
        beside: { name: 'a tenth of them', value: before.timeEach },
        goal: 1.2,
      },
      { subject, measure: 'first byte', value: found.firstByte, unit: 'ms', goal: 300 },
      { subject, measure: 'first byte of a new process', value: found.coldFirstByte, unit: 'ms' },
      { subject, measure: 'peak memory', value: found.peak, unit: 'MB', goal: 256 },
      {
        subject,
        measure: 'memory in the second half',
        value: most(middle),
        unit: 'MB',
        beside: { name: 'the first half', value: most(Math.floor(middle / 5), middle) },
        goal: 1.1,
      },
    ];
  });
}

type Whole = {
  /** Microseconds. */
  readonly timeEach: number;
  /** Megabytes. */
  readonly samples: readonly number[];
  readonly peak: number;
  readonly firstByte: number;
  readonly coldFirstByte: number;
};

async function watching<T>(
  memory: Memory,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly samples: readonly number[] }> {
  const samples: number[] = [];
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      samples.push(await memory.now());
      await wait(interval);
    }
  };
  const watcher = watch();
  try {
    return { result: await work(), samples };
  } finally {
    done.abort();
    await watcher;
  }
}
