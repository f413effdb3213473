import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { openEmbeddedPostgres } from '../../../infra/local/database/embedded.ts';
import type { Figure } from '../figure.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { fetchAnswer } from './client.ts';
import { addPoints, prepareDatabase } from './data/fill.ts';
import { benchGraphDocument } from './data/model.ts';
import { countFeaturesInFile } from './features.ts';
import { allFeatures } from './requests.ts';
import { measureMediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 3;

/** Measures the time per feature in an embedded database, compared with a database with a tenth of the features. */
export async function measureEmbedded(features: number): Promise<readonly Figure[]> {
  const tenth = features / 10;
  return withPoints(features, (measureAll) =>
    withPoints(tenth, async (measureTenth) => {
      const median = await measureMediansInTurn(rounds, { all: measureAll, fewer: measureTenth });
      return [
        {
          subject: `${features.toLocaleString('en-US')} points, embedded`,
          measure: 'time for each feature',
          value: median('all'),
          unit: 'µs',
          beside: { name: tenth.toLocaleString('en-US'), value: median('fewer') },
          goal: 1.2,
        },
      ];
    }),
  );
}

/** Runs work with the service of a new database. @param work gets a function that measures the microseconds per feature */
async function withPoints<T>(
  features: number,
  work: (measureTimePerFeature: () => Promise<number>) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const directory = path.join(folder, 'database');
    await mkdir(directory, { recursive: true });
    const database = await openEmbeddedPostgres({ directory, template: 'empty' });
    try {
      await prepareDatabase(database, benchGraphDocument);
      await addPoints(database, features);
    } finally {
      await database.close();
    }
    return withBenchService({ folder }, async ({ url }) => {
      const file = path.join(folder, 'features.geojson');
      const timeEach = async (): Promise<number> =>
        ((await fetchAnswer(url + allFeatures, { file })).time * 1000) / features;
      await timeEach();
      const count = await countFeaturesInFile(file);
      if (count !== features) throw new Error(`${count} features came instead of ${features}.`);
      return work(timeEach);
    });
  });
}
