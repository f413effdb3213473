import type { Database } from '../../../infra/local/database/database.ts';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { prepareDatabase, runAll } from '../geojson/data/fill.ts';
import { ensureDatabase } from '../geojson/databases.ts';
import { wordStatements } from '../search/statements.ts';
import { askCallers, groupStatement, smallGroup } from './callers.ts';
import { phraseStatements } from './draws.ts';
import { askGraphDocument, nodegroupIds } from './model.ts';
import { peerStatements } from './peer-tables.ts';
import { buildRecordStatements, models, recordsOfTiles } from './records.ts';
import { thesaurusStatements } from './thesaurus.ts';

const recordsPerStatement = 10_000;

/** Creates the database with this number of tiles and the tables of the peer, unless it exists. @returns its URL */
export async function ensureAskDatabase(server: string, tiles: number): Promise<string> {
  return ensureDatabase(server, `ask_${tiles}`, async (database) => {
    await prepareDatabase(database, askGraphDocument);
    await runAll(database, [
      "update account_group set can_read = false where name = 'Guest'",
      groupStatement,
      readNodegroups,
      ...thesaurusStatements,
      ...wordStatements,
      ...phraseStatements,
    ]);
    const count = recordsOfTiles(tiles);
    for (let first = 1; first <= count; first += recordsPerStatement) {
      const last = Math.min(count, first + recordsPerStatement - 1);
      await runAll(database, buildRecordStatements(first, last, count));
    }
    await addAccounts(database);
    await runAll(database, ['drop table bench_word, bench_phrase', ...peerStatements]);
    await runAll(database, ['vacuum analyze']);
  });
}

/** The nodegroups that the group of one model may read: also those that show the records that questions name. */
const readNodegroups = `insert into nodegroup_grant (nodegroup_id, account_group_id, can_read)
select n.nodegroup_id::uuid, g.account_group_id, true
from unnest(array['${[
  ...nodegroupIds(models.small),
  ...[models.hubs, models.parishes, models.persons].flatMap((model) =>
    nodegroupIds(model, ['place']),
  ),
].join("', '")}']) as n (nodegroup_id)
join account_group g on g.name = '${smallGroup}'`;

async function addAccounts(database: Database): Promise<void> {
  const emulator = await startDataApiEmulator({ database });
  const stack = { dataApi: createTestDataApi(emulator.url, 'service') };
  try {
    for (const { name, group, ownGrants } of askCallers) {
      const accountId = await createTestAccount({ stack }, name, { groups: [group] });
      if (ownGrants === 0) continue;
      await runAll(database, [
        `insert into resource_grant (resource_id, account_id, can_view)
select r.resource_id, ${accountId}, true
from resource r
order by hashtext(r.resource_id::text)
limit ${ownGrants}`,
      ]);
    }
  } finally {
    await emulator.close();
  }
}
