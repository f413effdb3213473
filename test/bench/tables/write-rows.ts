import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { withTemporaryFolder } from '../../support/temporary-file.ts';

// `npm run bench:table-rows -- [ROWS]` measures how each format is written from rows that were read (1,000,000 if left out), each in a
// process of its own, without a database. It prints a line for each: seconds, peak of memory, size.

const rows = process.argv[2] ?? '1000000';
const script = fileURLToPath(new URL('./write-rows-process.ts', import.meta.url));

await withTemporaryFolder(async (folder) => {
  for (const extension of ['gpkg', 'fgb', 'parquet', 'xlsx']) {
    const file = path.join(folder, `rows.${extension}`);
    const { stdout } = await promisify(execFile)(process.execPath, [script, file, rows]);
    const { size } = await stat(file);
    console.log(`${extension}: ${stdout.trim()}, ${Math.round(size / 1e6)} MB`);
  }
});
