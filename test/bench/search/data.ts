import type { Database } from '../../../infra/local/database/database.ts';
import { prepareDatabase, runAll } from '../geojson/data/fill.ts';
import { ensureDatabase } from '../geojson/databases.ts';
import { searchGraphDocument } from './model.ts';
import { buildNameStatement, wordStatements } from './statements.ts';

const namesPerStatement = 50_000;

/** Creates the database with this number of names, unless it exists. @returns its URL */
export async function ensureNameDatabase(server: string, count: number): Promise<string> {
  return ensureDatabase(server, `search_names_${count}`, async (database) => {
    await prepareDatabase(database, searchGraphDocument);
    await addNames(database, count);
  });
}

async function addNames(database: Database, count: number): Promise<void> {
  await runAll(database, wordStatements);
  for (let first = 1; first <= count; first += namesPerStatement) {
    const last = Math.min(count, first + namesPerStatement - 1);
    await runAll(database, [buildNameStatement(first, last, count)]);
  }
  await runAll(database, ['drop table bench_word', 'vacuum analyze']);
}
