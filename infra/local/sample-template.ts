import { analyzeTables } from '../cli/instance/queries/statistics.ts';
import { createLocalDataApi } from '../cli/connection.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { startDataApiEmulator } from './data-api/emulator.ts';
import { openEmbeddedPostgres } from './database/embedded.ts';
import { ensureTemplate } from './database/template.ts';
import { loadSample, sampleTemplateLanguage } from './sample.ts';

/** Creates the template database with the sample, if it is missing or outdated. */
export async function ensureSampleTemplate(): Promise<void> {
  await ensureTemplate('sample', createSampleTemplate);
}

async function createSampleTemplate(): Promise<Uint8Array> {
  const database = await openEmbeddedPostgres();
  const emulator = await startDataApiEmulator({ database });
  try {
    const owner = createLocalDataApi(emulator.url, 'owner');
    await upgradeDatabase(owner);
    await loadSample(createLocalDataApi(emulator.url, 'service'), sampleTemplateLanguage);
    await owner.write(analyzeTables());
    return await database.dump();
  } finally {
    await emulator.close();
    await database.close();
  }
}
