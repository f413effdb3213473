import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { openImportReport } from '../../infra/cli/import/import-report.ts';
import { silentProgress } from '../../infra/cli/progress.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import { settings } from '../../lib/settings.ts';
import { localOperator } from '../../infra/cli/operator.ts';
import { createTestDataApi } from '../support/data-api-client.ts';
import { readPeakMemory } from './peak-memory.ts';

// Imports business data files in a separate process, into the database behind the emulator whose URL is the first parameter. It writes
// one line of JSON: the number of tiles, the duration and the time at which each quarter of the records was finished (both in
// milliseconds), and the peak of its memory (MB).

const [, , url = '', records = '0', ...files] = process.argv;
const quarters: number[] = [];
let doneCount = 0;
const start = performance.now();
const advance = (count: number): void => {
  doneCount += count;
  while (doneCount * 4 >= Number(records) * (quarters.length + 1) && quarters.length < 4)
    quarters.push(performance.now() - start);
};
const { tilesCreated: tiles } = await importResources(files, {
  dataApi: createTestDataApi(url, 'service'),
  operator: localOperator(),
  progress: { ...silentProgress, begin: () => ({ advance, done: () => undefined }) },
  report: openImportReport(),
  dryRun: false,
  strict: false,
  salvage: false,
  omitsActivity: false,
  openFileStore: () => openFileStore(settings()),
  language: 'en-US',
});
const milliseconds = performance.now() - start;
const megabytes = await readPeakMemory();
process.stdout.write(`${JSON.stringify({ tiles, milliseconds, quarters, megabytes })}\n`);
process.exit(0);
