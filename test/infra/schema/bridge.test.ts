import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadSample, sampleTemplateLanguage } from '../../../infra/local/sample.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { readCatalogue } from './catalogue.ts';
import { applyFormerFiles } from './former-files.ts';

const selectDataHashes = `select 'tile', md5(string_agg((to_jsonb(t) - 'position')::text, ' ' order by t.tile_id)) from tile t
union all
select 'feature', md5(string_agg((to_jsonb(f) - '{map_cell,grant_set_id,world_geometry}'::text[])::text, ' ' order by f.gid)) from feature f
union all
select 'name', md5(string_agg((to_jsonb(r) - '{life_cycle_state_id,grant_set_number}'::text[])::text, ' ' order by r.resource_id)) from resource r
union all
select 'stream', md5(string_agg(a::text, ' ' order by a.ordinal)) from activity a
union all
select 'rights', md5(string_agg(r::text, ' ' order by r.rights_id)) from rights r
union all
select 'concept', md5(string_agg((to_jsonb(v) - 'joined')::text, ' ' order by v.value_id)) from concept_value v`;

describe('a database of the former numbered migration files', () => {
  let formerStack: TestStack;
  let newStack: TestStack;
  let hashesBefore: readonly Row[];

  beforeAll(async () => {
    formerStack = await openTestStack({ content: 'bare' });
    newStack = await openTestStack();
    const loading = loadSample(newStack.dataApi, sampleTemplateLanguage);
    await applyFormerFiles(formerStack.owner);
    // The current service calls these functions when it writes the sample.
    await formerStack.owner.write(
      rawSql('create function has_many_features(uuid) returns boolean language sql return false'),
    );
    await formerStack.owner.write(
      rawSql(`create function text_slice(text, integer, integer)
returns table (slice_number integer, slice text)
language sql
begin atomic
  select s.slice_number, s.slice from text_slice($1) s;
end`),
    );
    await formerStack.owner.write(
      rawSql('create function first_version(uuid) returns bigint language sql return 1'),
    );
    await formerStack.owner.write(
      rawSql(
        'create function with_proposal_change(jsonb, text, text) returns jsonb language sql return $1',
      ),
    );
    // The current service writes these columns.
    await formerStack.owner.write(
      rawSql('alter table nodegroup_grant add column is_imported boolean not null default false'),
    );
    await formerStack.owner.write(
      rawSql(
        'alter table activity_counter add column proposals bigint default 0, add column imports bigint default 0',
      ),
    );
    await formerStack.owner.write(
      rawSql('alter table resource add column life_cycle_state_id uuid'),
    );
    await formerStack.owner.write(
      rawSql('alter table node add column is_searchable boolean, add column widget jsonb'),
    );
    // Every statement that sorts tiles reads this column.
    await formerStack.owner.write(rawSql('alter table tile add column position bigint'));
    await formerStack.owner.write(
      rawSql(
        'create table resource_identifier (resource_identifier_id integer, resource_id uuid, identifier text, source text, identifier_type text)',
      ),
    );
    await formerStack.owner.write(
      rawSql(
        'create table access_change (author_account_id integer, author text, event text, target_id text, target text, before jsonb, after jsonb)',
      ),
    );
    await formerStack.owner.write(
      rawSql(
        'create table file (file_id uuid primary key, storage_key text, content_type text, byte_count bigint, sha256 text, name text, width integer, height integer, has_place boolean, examined_at timestamptz, examinations integer, stored_at timestamptz, unnamed_since timestamptz)',
      ),
    );
    await formerStack.owner.write(
      rawSql(
        'create table file_derivative (file_id uuid, kind text, storage_key text, width integer, height integer, byte_count bigint)',
      ),
    );
    await formerStack.owner.write(rawSql('create table file_removal (file_id uuid)'));
    await Promise.all([loading, loadSample(formerStack.dataApi, sampleTemplateLanguage)]);
    await formerStack.owner.write(rawSql('drop function has_many_features(uuid)'));
    await formerStack.owner.write(rawSql('drop function text_slice(text, integer, integer)'));
    await formerStack.owner.write(rawSql('drop function first_version(uuid)'));
    await formerStack.owner.write(rawSql('drop function with_proposal_change(jsonb, text, text)'));
    await formerStack.owner.write(rawSql('alter table nodegroup_grant drop column is_imported'));
    await formerStack.owner.write(
      rawSql('alter table activity_counter drop column proposals, drop column imports'),
    );
    await formerStack.owner.write(rawSql('alter table resource drop column life_cycle_state_id'));
    await formerStack.owner.write(
      rawSql('alter table node drop column is_searchable, drop column widget'),
    );
    await formerStack.owner.write(
      rawSql('drop table resource_identifier, access_change, file, file_derivative, file_removal'),
    );
    await formerStack.owner.write(rawSql('alter table tile drop column position'));
    await formerStack.owner.write(
      rawSql(`insert into resource_grant (resource_id, account_group_id, can_view)
select min(r.resource_id::text)::uuid, (select g.account_group_id from account_group g where g.name = 'Guest'), true
from resource r`),
    );
    hashesBefore = await formerStack.owner.read(rawSql(selectDataHashes));
  });

  afterAll(async () => {
    await formerStack?.close();
    await newStack?.close();
  });

  it.each([
    [
      'with a file that has another checksum',
      `update migration set checksum = reverse(checksum) where name like '036%'`,
      `update migration set checksum = reverse(checksum) where name like '036%'`,
    ],
    [
      'without the last of these files',
      `update migration set name = 'none' where name like '036%'`,
      `update migration set name = '036-rights-of-roles.sql' where name = 'none'`,
    ],
    [
      'without a record of its files',
      'alter table migration rename to migration_elsewhere',
      'drop table migration; alter table migration_elsewhere rename to migration',
    ],
  ])('is refused %s', async (_, change, restoration) => {
    await formerStack.owner.write(rawSql(change));
    await expect(upgradeDatabase(formerStack.owner)).rejects.toMatchObject({
      code: 'migration_refused',
    });
    for (const statement of restoration.split('; '))
      await formerStack.owner.write(rawSql(statement));
  });

  it('is upgraded to the current schema files', async () => {
    const upgradeSteps = await upgradeDatabase(formerStack.owner);
    expect(upgradeSteps).toContain('applied 001-from-numbered-files.sql');
    expect(await upgradeDatabase(formerStack.owner)).toEqual([]);
  });

  it('has the same objects as a new database after the upgrade', async () => {
    expect(await readCatalogue(formerStack.owner)).toEqual(await readCatalogue(newStack.owner));
  });

  it('has the same data after the upgrade', async () => {
    expect(hashesBefore).toHaveLength(6);
    expect(await formerStack.owner.read(rawSql(selectDataHashes))).toEqual(hashesBefore);
  });

  it('has no collections of models after the upgrade, unlike a new database', async () => {
    const countLayers = rawSql('select count(*) from geometry_layer l where l.is_of_model');
    expect(await formerStack.owner.read(countLayers)).toEqual([['0']]);
    expect(await newStack.owner.read(countLayers)).toEqual([['1']]);
  });

  it('has its tiles in the order of their ids after the upgrade, with new tiles after them', async () => {
    await formerStack.owner.write(
      rawSql(`insert into tile (tile_id, resource_id, nodegroup_id, data)
select '00000000-0000-4000-8000-000000000001', t.resource_id, t.nodegroup_id, '{}'
from tile t
limit 1`),
    );
    const selectPositions = rawSql(`select min(t.position), max(t.position)
from tile t
group by t.tile_id = '00000000-0000-4000-8000-000000000001'
order by 1`);
    expect(await formerStack.owner.read(selectPositions)).toEqual([
      ['0', '0'],
      ['1', '1'],
    ]);
  });

  it('has the cells and sets of grants of its features after the upgrade', async () => {
    const countWrongFeatures = rawSql(
      `select count(*)
from feature f
cross join lateral grant_set_of(f.resource_id) s
where f.map_cell is null
  or f.map_cell <> map_cell(f.geometry)
  or f.grant_set_id is distinct from s.grant_set_id`,
    );
    expect(await formerStack.owner.read(countWrongFeatures)).toEqual([['0']]);
  });

  it('has the sets of grants of its resource instances after the upgrade', async () => {
    const [counts] = await formerStack.owner.read(
      rawSql(`select
  count(*) filter (where r.grant_set_number > 0) > 0,
  count(*) filter (where r.grant_set_number is distinct from grant_set_number_of(r.resource_id))
from resource r`),
    );
    expect(counts).toEqual([true, '0']);
  });

  it('has the entries of the values of its tiles after the upgrade', async () => {
    const [counts] = await formerStack.owner.read(
      rawSql(`select
  (select count(*) > 100 from id_entry),
  (select count(*) > 100 from word_entry),
  (select count(*) from resource),
  (select count(*) from wrong_value_entries(array(select r.resource_id from resource r)))`),
    );
    expect(counts).toEqual([true, true, expect.stringMatching(/[1-9]/), '0']);
  });

  it.each([
    [
      'names',
      'select distinct e.is_whole, e.entry, e.resource_id from name_entry e order by 1, 2, 3',
    ],
    [
      'labels',
      'select v.folded, v.joined from concept_value v where v.joined is not null order by 1',
    ],
  ])('has the %s as they are searched after the upgrade', async (_, query) => {
    const rows = await newStack.owner.read(rawSql(query));
    expect(rows.length).toBeGreaterThan(0);
    expect(await formerStack.owner.read(rawSql(query))).toEqual(rows);
  });
});
