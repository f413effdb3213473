import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Figure } from '../figure.ts';
import { quantile } from '../load.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { fetchAnswer, measureFirstByte } from './client.ts';
import { countFeaturesInFile } from './features.ts';
import { allFeatures } from './requests.ts';
import { withBenchService, type Memory } from './stack.ts';

/** Milliseconds between two readings of the memory of a process. */
const interval = 100;
const firstByteRounds = 7;

/** A database with points, and their number. */
export type PointDatabase = { readonly database: string; readonly features: number };

/** Measures the memory of a large answer, and its time per feature compared with an answer of a tenth of the size. */
export async function measureTenfold(
  subject: string,
  small: PointDatabase,
  large: PointDatabase,
): Promise<readonly Figure[]> {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'features.geojson');
    const measureAnswer = (
      { database, features }: PointDatabase,
      isWarm: boolean,
    ): Promise<AnswerMeasurement> =>
      withBenchService(database, async ({ url, memory }) => {
        if (isWarm) await fetchAnswer(url + allFeatures, { file });
        const observed = await sampleMemoryDuring(memory, () =>
          fetchAnswer(url + allFeatures, { file }),
        );
        const count = await countFeaturesInFile(file);
        if (count !== features) throw new Error(`${count} features came instead of ${features}.`);
        const firstByteTimes: number[] = [];
        for (let round = 0; round < firstByteRounds; round += 1) {
          firstByteTimes.push(await measureFirstByte(url + allFeatures));
        }
        return {
          timePerFeature: (observed.result.time * 1000) / features,
          samples: observed.samples,
          peak: await memory.readPeak(),
          firstByte: quantile(firstByteTimes, 0.5),
          coldFirstByte: observed.result.firstByte,
        };
      });
    const smallAnswer = await measureAnswer(small, true);
    const largeAnswer = await measureAnswer(large, false);
    const middle = Math.floor(largeAnswer.samples.length / 2);
    // The first tenth of the samples is ignored, because the memory for code and buffers still grows there.
    const maxSample = (from: number, to?: number): number =>
      Math.max(...largeAnswer.samples.slice(from, to), 0);
    return [
      {
        subject,
        measure: 'time for each feature',
        value: largeAnswer.timePerFeature,
        unit: 'µs',
        beside: { name: 'a tenth of them', value: smallAnswer.timePerFeature },
        goal: 1.2,
      },
      { subject, measure: 'first byte', value: largeAnswer.firstByte, unit: 'ms', goal: 300 },
      {
        subject,
        measure: 'first byte of a new process',
        value: largeAnswer.coldFirstByte,
        unit: 'ms',
      },
      { subject, measure: 'peak memory', value: largeAnswer.peak, unit: 'MB', goal: 256 },
      {
        subject,
        measure: 'memory in the second half',
        value: maxSample(middle),
        unit: 'MB',
        beside: { name: 'the first half', value: maxSample(Math.floor(middle / 5), middle) },
        goal: 1.1,
      },
    ];
  });
}

type AnswerMeasurement = {
  /** Microseconds per feature. */
  readonly timePerFeature: number;
  /** The memory of the process in MB, at regular intervals. */
  readonly samples: readonly number[];
  readonly peak: number;
  readonly firstByte: number;
  readonly coldFirstByte: number;
};

async function sampleMemoryDuring<T>(
  memory: Memory,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly samples: readonly number[] }> {
  const samples: number[] = [];
  const done = new AbortController();
  const takeSamples = async (): Promise<void> => {
    while (!done.signal.aborted) {
      samples.push(await memory.readCurrent());
      await wait(interval);
    }
  };
  const sampling = takeSamples();
  try {
    return { result: await work(), samples };
  } finally {
    done.abort();
    await sampling;
  }
}
