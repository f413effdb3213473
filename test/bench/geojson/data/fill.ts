import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import type { Database } from '../../../../infra/local/database/database.ts';
import { startDataApiEmulator } from '../../../../infra/local/data-api/emulator.ts';
import { upgradeDatabase } from '../../../../infra/schema/upgrade-database.ts';
import { setGroupDefaults } from '../../../../infra/cli/accounts/queries/groups.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { createImportContext } from '../../../support/import-context.ts';
import { withJsonFile } from '../../../support/temporary-file.ts';
import { shiftOutline, type Outline } from './outlines.ts';
import {
  placesStatement,
  buildPointStatement,
  buildRecordStatements,
  sharedStatements,
} from './statements.ts';

const sitesPerStatement = 50_000;
const polygonBytesPerStatement = 4_000_000;
const timeout = 3_600_000;

/** Installs the schema in a database, imports models, and lets Guest read them. @param graphDocument the graph file */
export async function prepareDatabase(database: Database, graphDocument: unknown): Promise<void> {
  const emulator = await startDataApiEmulator({ database });
  const data = createTestDataApi(emulator.url, 'service');
  try {
    await upgradeDatabase(createTestDataApi(emulator.url, 'owner'));
    await withJsonFile(graphDocument, (file) => importGraphs([file], createImportContext(data)));
    await data.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  } finally {
    await emulator.close();
  }
}

/** Adds sites with one point each to a database with the model. */
export async function addPoints(database: Database, count: number): Promise<void> {
  await runAll(database, sharedStatements);
  for (let first = 1; first <= count; first += sitesPerStatement) {
    const last = Math.min(count, first + sitesPerStatement - 1);
    await runAll(database, [
      ...buildRecordStatements(first, last),
      buildPointStatement(first, last),
    ]);
  }
  await runAll(database, ['vacuum analyze']);
}

/**
 * Adds sites with one outline each to a database with the model. It adds all outlines again and again, each time moved further east,
 * until they have enough bytes.
 */
export async function addPolygons(
  database: Database,
  outlines: readonly Outline[],
  bytes: number,
): Promise<void> {
  await runAll(database, sharedStatements);
  let sites = 0;
  for (const places of batchPlaces(outlines, bytes)) {
    const first = sites + 1;
    sites += places.length;
    const numbered = places.map((place, index) => `[${first + index},${place}]`);
    await runAll(database, buildRecordStatements(first, sites));
    await runAll(database, [placesStatement], `[${numbered.join(',')}]`);
  }
  await runAll(database, ['vacuum analyze']);
}

function* batchPlaces(outlines: readonly Outline[], bytes: number): Generator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for (let total = 0, step = 0; total < bytes; step += 1) {
    for (const outline of outlines) {
      const text = JSON.stringify(shiftOutline(outline, step));
      batch.push(text);
      size += text.length;
      total += text.length;
      if (size < polygonBytesPerStatement) continue;
      yield batch;
      [batch, size] = [[], 0];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Runs statements as the owner. */
export async function runAll(
  database: Database,
  statements: readonly string[],
  value?: string,
): Promise<void> {
  const session = await database.borrowSession('owner');
  const values = value === undefined ? [] : [{ typeId: 0, value }];
  try {
    for (const statement of statements) await session.query(statement, values, timeout);
  } finally {
    await session.release();
  }
}
