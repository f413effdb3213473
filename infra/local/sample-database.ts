import { gatherStatistics } from '../queries/statistics.ts';
import { localDataApi } from '../cli/connection.ts';
import { bringUpToDate } from '../schema/bring-up-to-date.ts';
import { startDataApi } from './data-api/server.ts';
import { openEmbedded } from './database/embedded.ts';
import { template } from './database/template.ts';
import { loadSample, preparedLanguage } from './sample.ts';

/** Prepares the database with the sample that a first start begins with, where that was not done before. */
export async function prepareSampleDatabase(): Promise<void> {
  await template('sample', makeSampleDatabase);
}

async function makeSampleDatabase(): Promise<Uint8Array> {
  const database = await openEmbedded();
  const emulator = await startDataApi({ database });
  try {
    const owner = localDataApi(emulator.url, 'owner');
    await bringUpToDate(owner);
    await loadSample(localDataApi(emulator.url, 'service'), preparedLanguage);
    await owner.write(gatherStatistics());
    return await database.dump();
  } finally {
    await emulator.close();
    await database.close();
  }
}
