import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFolderStore } from '../../../../../lib/stores/folder-store.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { fingerprint } from '../importing.ts';
import { runDatabaseImport, type DatabaseRun } from './importing-database.ts';

const folder = findTestData('arches76-dump');

const viewId = 'b7a1d0c2-0000-4000-8000-000000000001';

/** The triggers there would make the views of that database. */
const withoutTriggers = 'set session_replication_role = replica; ';

/** A view of the first geometry node of Heritage Resources, with a text as its column; and one with a slug that names no view. */
const addViews = `${withoutTriggers}insert into spatial_views (
  spatialviewid, schema, slug, description, ismixedgeometrytypes, attributenodes, isactive, geometrynodeid, languageid
)
select
  v.id::uuid, 'public', v.slug, 'Houses', true,
  jsonb_build_array(jsonb_build_object('nodeid', t.nodeid, 'description', 'a name')),
  true, g.nodeid, 'en'
from (values ('${viewId}', 'houses'), ('b7a1d0c2-0000-4000-8000-000000000002', 'no slug!')) as v (id, slug)
cross join lateral (
  select n.nodeid from nodes n
  where n.graphid = '23a06a1c-9fdc-11e7-b2cc-02e0c6d7ad7a' and n.datatype = 'geojson-feature-collection'
  order by n.nodeid limit 1
) g
cross join lateral (
  select n.nodeid from nodes n
  where n.graphid = '23a06a1c-9fdc-11e7-b2cc-02e0c6d7ad7a' and n.datatype = 'string'
  order by n.nodeid limit 1
) t`;

/** An edit that the log has later, with an earlier time than its last one; and a change of another tile that no edit tells of. */
const changeLater = `${withoutTriggers}insert into edit_log (editlogid, transactionid, resourceclassid, resourceinstanceid, edittype, "timestamp")
select
  'e0000000-0000-4000-8000-000000000001', 'e0000000-0000-4000-8000-000000000002', r.graphid::text, r.resourceinstanceid::text,
  'tile edit', '2026-11-01 12:00:00+00'
from resource_instances r
where r.graphid = '23a06a1c-9fdc-11e7-b2cc-02e0c6d7ad7a'
order by r.resourceinstanceid
limit 1;
update tiles t
set sortorder = 44
where t.tileid = (
  select x.tileid
  from tiles x
  join resource_instances r on r.resourceinstanceid = x.resourceinstanceid
  where r.graphid = '23a06a1c-9fdc-11e7-b2cc-02e0c6d7ad7a'
  order by r.resourceinstanceid desc, x.tileid
  limit 1
)`;

const tileCount = `select count(*)
from tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'`;

describe.skipIf(folder === undefined)('an import of a database', () => {
  let source: SourceDatabase;
  let stack: TestStack;
  let first: DatabaseRun;
  let files: string;

  const rows = async (statement: string) =>
    (await stack.owner.read(rawSql(statement))).map(([text]) => String(text));
  const lastItems = async (after: number) =>
    rows(`select a.activity_type || ' ' || (a.end_time >= b.end_time)::text
from activity a
join activity b on b.ordinal = a.ordinal - 1
where a.ordinal > ${after}
order by a.ordinal`);
  const countItems = async () => Number((await rows('select count(*)::text from activity'))[0]);

  beforeAll(async () => {
    source = await openSampledSource();
    await source.run(addViews);
    stack = await openTestStack();
    files = await mkdtemp(path.join(tmpdir(), 'heritage-files-'));
    await mkdir(path.join(files, 'uploadedfiles'));
    await writeFile(path.join(files, 'uploadedfiles', 'QV61_image_3.jpg'), 'picture');
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
    await rm(files, { recursive: true });
  });

  it('writes nothing in a dry run', async () => {
    const before = await fingerprint(stack.owner);
    const { imported } = await runDatabaseImport(source.url, stack.dataApi, { dryRun: true });
    expect(imported.resources.tiles).toBe(await source.count(tileCount));
    expect(await fingerprint(stack.owner)).toEqual(before);
  });

  it('makes the spatial views, and reports one that the service cannot make', async () => {
    const openFileStore = () => createFolderStore({ folder: path.join(files, 'store') });
    first = await runDatabaseImport(source.url, stack.dataApi, { files, openFileStore });
    expect(await rows('select v.spatial_view_id::text from spatial_view v')).toEqual([viewId]);
    const leftOut = first.context.problems.filter(({ code }) => code === 'spatial_view_left_out');
    expect(leftOut).toHaveLength(1);
  });

  it('lists the records of files whose bytes are missing: two have the name of the file that is there', async () => {
    const missing = first.context.problems.filter(({ code }) => code === 'missing_file');
    expect(missing).toHaveLength((await source.count('select count(*) from files')) - 2);
  });

  it('copies the bytes of the others, so that they are stored under the ids of both records', async () => {
    const sha256 = createHash('sha256').update('picture').digest('hex');
    expect(await rows('select f.sha256 from file f')).toEqual([sha256, sha256]);
    const [fileId = ''] = await rows('select f.file_id::text from file f');
    expect(await readFile(path.join(files, 'store/files', fileId), 'utf8')).toBe('picture');
  });

  it('makes an item of each edit with a transaction, and of each resource instance without an edit', async () => {
    const withoutItem = await rows(`select r.resource_id::text
from resource r
where not exists (select from activity a where a.resource_id = r.resource_id)`);
    expect(withoutItem).toEqual([]);
    // The sampled resource instances have one item each.
    expect(await countItems()).toBeGreaterThanOrEqual(triesAllCases ? 869 : 85);
  });

  it('continues the stream behind its last item, and never goes back in time', async () => {
    const before = await countItems();
    await source.run(changeLater);
    await source.run(
      `${withoutTriggers}update spatial_views set description = 'Old houses' where slug = 'houses'`,
    );
    await runDatabaseImport(source.url, stack.dataApi);
    expect(await lastItems(before)).toEqual(['Update true', 'Update true']);
  });

  it('changes and removes a spatial view as the database does, and adds nothing else', async () => {
    expect(await rows('select v.description from spatial_view v')).toEqual(['Old houses']);
    const before = await countItems();
    await source.run(`${withoutTriggers}delete from spatial_views`);
    await runDatabaseImport(source.url, stack.dataApi);
    expect(await rows('select v.description from spatial_view v')).toEqual([]);
    expect(await countItems()).toBe(before);
  });
});
