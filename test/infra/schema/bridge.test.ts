import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadSample, sampleTemplateLanguage } from '../../../infra/local/sample.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import type { Row } from '../../../lib/data-api/client.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { catalogue } from './catalogue.ts';
import { applyFormerFiles } from './former-files.ts';

const stored = `select 'tile', md5(string_agg(t::text, ' ' order by t.tile_id)) from tile t
union all
select 'feature', md5(string_agg(f::text, ' ' order by f.gid)) from feature f
union all
select 'name', md5(string_agg(r::text, ' ' order by r.resource_id)) from resource r
union all
select 'stream', md5(string_agg(a::text, ' ' order by a.ordinal)) from activity a
union all
select 'rights', md5(string_agg(r::text, ' ' order by r.rights_id)) from rights r
union all
select 'concept', md5(string_agg(v::text, ' ' order by v.value_id)) from concept_value v`;

describe('a database that was made by the numbered files of before', () => {
  let former: TestStack;
  let fresh: TestStack;
  let before: readonly Row[];

  beforeAll(async () => {
    former = await openTestStack({ content: 'bare' });
    fresh = await openTestStack();
    const loading = loadSample(fresh.data, sampleTemplateLanguage);
    await applyFormerFiles(former.owner);
    // The service of today calls them when it writes the sample.
    await former.owner.write(
      rawSql('create function has_many_features(uuid) returns boolean language sql return false'),
    );
    await former.owner.write(
      rawSql(`create function text_slice(text, integer, integer)
returns table (slice_number integer, slice text)
language sql
begin atomic
  select s.slice_number, s.slice from text_slice($1) s;
end`),
    );
    await Promise.all([loading, loadSample(former.data, sampleTemplateLanguage)]);
    await former.owner.write(rawSql('drop function has_many_features(uuid)'));
    await former.owner.write(rawSql('drop function text_slice(text, integer, integer)'));
    before = await former.owner.read(rawSql(stored));
  });

  afterAll(async () => {
    await former?.close();
    await fresh?.close();
  });

  it.each([
    [
      'with a file that was another one',
      `update migration set checksum = reverse(checksum) where name like '036%'`,
      `update migration set checksum = reverse(checksum) where name like '036%'`,
    ],
    [
      'without the last of them',
      `update migration set name = 'none' where name like '036%'`,
      `update migration set name = '036-rights-of-roles.sql' where name = 'none'`,
    ],
    [
      'that does not say by which it was made',
      'alter table migration rename to migration_elsewhere',
      'drop table migration; alter table migration_elsewhere rename to migration',
    ],
  ])('is refused %s', async (_, change, back) => {
    await former.owner.write(rawSql(change));
    await expect(upgradeDatabase(former.owner)).rejects.toMatchObject({
      code: 'migration_refused',
    });
    for (const statement of back.split('; ')) await former.owner.write(rawSql(statement));
  });

  it('is brought to the schema by subject', async () => {
    const done = await upgradeDatabase(former.owner);
    expect(done).toContain('applied 001-from-numbered-files.sql');
    expect(await upgradeDatabase(former.owner)).toEqual([]);
  });

  it('is made of what a new one is made of', async () => {
    expect(await catalogue(former.owner)).toEqual(await catalogue(fresh.owner));
  });

  it('holds what it held', async () => {
    expect(before).toHaveLength(6);
    expect(await former.owner.read(rawSql(stored))).toEqual(before);
  });
});
