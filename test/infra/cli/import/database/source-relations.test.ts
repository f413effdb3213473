import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { runDatabaseImport } from './importing-database.ts';

const folder = findTestData('arches76-dump');

describe.skipIf(folder === undefined)('the relations of a database', () => {
  let source: SourceDatabase;
  let stack: TestStack;

  beforeAll(async () => {
    source = await openSampledSource();
    stack = await openTestStack({ content: 'some_of_dump' });
  });

  afterAll(async () => {
    await stack?.close();
    await source?.drop();
  });

  const countPending = async (): Promise<number> => {
    const [row] = await stack.owner.read(
      rawSql(`select count(*)::int
from resource_relation r
where not exists (select from resource f where f.resource_id = r.from_resource_id)
  or not exists (select from resource t where t.resource_id = r.to_resource_id)`),
    );
    return Number(row?.[0]);
  };
  const importAgain = async () => {
    const { imported } = await runDatabaseImport(source.url, stack.dataApi);
    return imported.relations;
  };

  it('are counted without those that go with a resource instance that the source has deleted', async () => {
    await source.run(`set session_replication_role = replica;
create table ends as
select array_agg(e.id order by e.id) as ids
from (
  select r.resourceinstanceid as id
  from resource_instances r
  where not exists (select from tiles t where t.tiledata::text like '%' || r.resourceinstanceid || '%')
    and r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'
  order by id
  limit 2
) e;
insert into resource_x_resource (resourcexid, resourceinstanceidfrom, resourceinstanceidto, created, modified)
select 'a0000000-0000-4000-8000-000000000001', e.ids[1], e.ids[2], now(), now()
from ends e`);
    const before = await countPending();
    expect(await importAgain()).toMatchObject({ created: 1, removed: 0, pending: before });
    await source.run(`set session_replication_role = replica;
delete from resource_x_resource;
delete from tiles where resourceinstanceid = (select e.ids[2] from ends e);
delete from resource_instances where resourceinstanceid = (select e.ids[2] from ends e)`);
    expect(await importAgain()).toMatchObject({
      removed: 1,
      pending: before,
      notes: [`Relations with an end that is not imported yet: ${before}`],
    });
    expect(await countPending()).toBe(before);
  });
});
