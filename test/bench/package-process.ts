import { exportPackage } from '../../infra/cli/export/package/export-package.ts';
import { readManifest } from '../../infra/cli/import/restore/manifest.ts';
import { openFileStore } from '../../lib/files/open-file-store.ts';
import { settings } from '../../lib/settings.ts';
import { localOperator } from '../../infra/cli/operator.ts';
import { restorePackage } from '../../infra/cli/import/restore/restore-package.ts';
import { silentProgress } from '../../infra/cli/progress.ts';
import { createTestDataApi } from '../support/data-api-client.ts';
import { readPeakMemory } from './peak-memory.ts';

// Exports the database behind the emulator of a URL as a package, or restores the package there, in a separate process. It writes one line
// of JSON: the duration in milliseconds, and the peak of its memory (MB).

const [, , work = '', url = '', directory = ''] = process.argv;
const owner = createTestDataApi(url, 'owner');
const shared = { progress: silentProgress, openFileStore: () => openFileStore(settings()) };
const start = performance.now();
if (work === 'export') {
  const baseUrl = 'http://localhost';
  const options = { directory, withHashes: true, language: 'en-US', baseUrl, reader: null };
  await exportPackage(owner, { ...options, ...shared });
} else {
  const manifest = await readManifest(directory);
  if (manifest === undefined) throw new Error('There is no package.');
  const operator = localOperator();
  await restorePackage({ directory, manifest, owner, operator, ...shared }, false);
}
const milliseconds = performance.now() - start;
const megabytes = await readPeakMemory();
process.stdout.write(`${JSON.stringify({ milliseconds, megabytes })}\n`);
process.exit(0);
