import path from 'node:path';

import type { Figure } from '../figure.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import { fetchAnswer } from './client.ts';
import { requireEqualFeatures } from './features.ts';
import { writeByHand, writeByOgr2ogr } from './peers.ts';
import { allFeatures } from './requests.ts';
import { measureMediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 5;

/** Measures writing all features with their properties to a file: by the service, by a hand-written statement, and by ogr2ogr. */
export async function measureAgainstLimits(
  subject: string,
  database: string,
): Promise<readonly Figure[]> {
  return withTemporaryFolder((folder) =>
    withBenchService(database, async ({ url, memory }) => {
      const [serviceFile, handWrittenFile, ogrFile] = ['service', 'by-hand', 'ogr2ogr'].map(
        (name) => path.join(folder, `${name}.geojson`),
      );
      if (serviceFile === undefined || handWrittenFile === undefined || ogrFile === undefined)
        return [];
      const { bytes, firstByte } = await fetchAnswer(url + allFeatures, { file: serviceFile });
      await writeByHand(database, handWrittenFile);
      await requireEqualFeatures(serviceFile, handWrittenFile);
      const median = await measureMediansInTurn(rounds, {
        ours: async () => (await fetchAnswer(url + allFeatures, { file: serviceFile })).time,
        byHand: () => writeByHand(database, handWrittenFile),
        byOgr: () => writeByOgr2ogr(database, ogrFile),
      });
      const time = { subject, measure: 'whole', value: median('ours'), unit: 'ms' };
      return [
        { ...time, beside: { name: 'by hand', value: median('byHand') }, goal: 2 },
        { ...time, beside: { name: 'ogr2ogr', value: median('byOgr') }, goal: 1 },
        { subject, measure: 'size', value: bytes / 1e6, unit: 'MB' },
        { subject, measure: 'first byte of the first request', value: firstByte, unit: 'ms' },
        { subject, measure: 'peak memory', value: await memory.readPeak(), unit: 'MB', goal: 256 },
      ];
    }),
  );
}
