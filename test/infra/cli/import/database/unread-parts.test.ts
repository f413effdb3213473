import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readDatabaseSource } from '../../../../../infra/cli/import/database/database-source.ts';
import {
  formatDatabaseSummary,
  importDatabase,
} from '../../../../../infra/cli/import/database/import-database.ts';
import {
  readTables,
  unreadTables,
} from '../../../../../infra/cli/import/database/source-tables.ts';
import { openSource } from '../../../../../infra/cli/import/database/source.ts';
import { listUnreadParts } from '../../../../../infra/cli/import/database/unread-parts.ts';
import type { UnreadPart } from '../../../../../infra/cli/import/import-summary.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { createTestContext } from '../importing.ts';

const folder = findTestData('arches81-dump');

describe.skipIf(folder === undefined)('what an import of a database does not read', () => {
  let source: SourceDatabase;
  let stack: TestStack;

  beforeAll(async () => {
    source = await openSourceDatabase('arches81-dump');
    stack = await openTestStack();
  });

  afterAll(async () => {
    await stack?.close();
    await source?.drop();
  });

  const list = async (setUp?: string): Promise<readonly UnreadPart[]> => {
    const opened = await openSource(source.url);
    try {
      if (setUp !== undefined) await opened.read(setUp);
      return await listUnreadParts({ source: opened });
    } finally {
      await opened.close();
    }
  };

  it('is everything else, with the number of rows and the reason', async () => {
    expect(await list()).toEqual([
      {
        name: 'other tiles of the system settings: 9, edits of the system settings: 10',
        reason: 'they are system settings of another installation',
      },
      { name: 'working copies of models: 1', reason: 'only the models themselves are imported' },
      {
        name: 'rights on objects other than nodegroups and resource instances: 1',
        reason: 'this service has no such objects',
      },
      {
        name: 'map layers: 2, map sources: 4, geocoders: 1',
        reason: 'the map of this service has layers of its own',
      },
      { name: 'plugins: 3', reason: 'this service has nothing that corresponds to them' },
      {
        name: 'rows of geometries: 32, publications of models: 7, published models: 14, notes of publications: 23, languages: 2, rows of sp_attr_fen_works_en: 19',
        reason: 'this service makes them itself',
      },
      {
        name: expect.stringMatching(/^uses of widgets: 25, .*icons: 593, .*widgets: 25$/),
        reason: 'part of the programs of the source',
      },
    ]);
  });

  it('includes IIIF manifests, saved searches and tables of the project', async () => {
    await source.run(`set session_replication_role = replica;
insert into iiif_manifests (id, label, url, globalid)
values (1, 'Plan', 'https://iiif.example/plan', gen_random_uuid());
insert into tiles (tileid, tiledata, nodegroupid, resourceinstanceid)
select gen_random_uuid(), '{}', 'feb95991-fa14-11e6-974f-6c4008b05c4c', r.resourceinstanceid
from resource_instances r
where r.graphid = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';
create table "fen ""boards""" as select generate_series(1, 3) as board`);
    const names = (await list()).map(({ name }) => name);
    expect(names).toContainEqual(
      expect.stringContaining('saved searches: 1, other tiles of the system settings: 9,'),
    );
    expect(names).toContain('IIIF manifests: 1');
    expect(names).toContain('rows of fen "boards": 3');
  });

  it('needs no rights that the import itself does not need', async () => {
    await source.run(`drop role if exists reader_of_few_tables;
create role reader_of_few_tables;
grant select on ${[...readTables].map((table) => `"${table}"`).join(', ')} to reader_of_few_tables`);
    const names = (await list('set local role reader_of_few_tables')).map(({ name }) => name);
    expect(names).toContainEqual(
      expect.stringContaining('map layers: the role may not count them'),
    );
    await source.run(`drop owned by reader_of_few_tables;
drop role reader_of_few_tables`);
  });

  it('is in the summary, and only the other tables are read', async () => {
    const opened = await openSource(source.url);
    const queries: string[] = [];
    const database = await readDatabaseSource({
      ...opened,
      read: (query, values) => {
        queries.push(query);
        return opened.read(query, values);
      },
      readBatches: (query, ...others) => {
        queries.push(query);
        return opened.readBatches(query, ...others);
      },
    });
    const imported = await importDatabase(database, createTestContext(stack.dataApi), {
      timeZone: 'America/Chicago',
      allowsDeletions: false,
      masksDeleted: false,
      allowsWrites: false,
      spatialViewSrid: 4326,
      accounts: {
        owner: stack.owner,
        permissions: 'default-deny',
        opensGuest: false,
        keepsMfaPasswords: false,
        undoesChanges: false,
      },
    });
    await opened.close();
    expect(formatDatabaseSummary(imported)).toContain(
      '  map layers: 2, map sources: 4, geocoders: 1 (the map of this service has layers of its own)',
    );
    const isRead = (table: string): boolean =>
      queries.some((query) => new RegExp(`(from|join|'|,)\\s*${table}\\b`).test(query));
    expect([...readTables].filter((table) => !isRead(table))).toEqual([]);
    const unread = unreadTables.flatMap(({ names }) => Object.keys(names));
    expect(unread.filter(isRead)).toEqual([]);
  });
});
