import { nativeServerUrl } from './database/open.ts';
import { copySourceDump, type SourceDump } from './database/source-dump.ts';
import { withClient } from './database/templates.ts';
import { triesAllCases } from './random/take-sample.ts';

/** A database of the platform that clients come from, which tests can read and change. */
export type SourceDatabase = {
  readonly url: string;
  /** Runs SQL as its owner. */
  readonly run: (sql: string) => Promise<void>;
  /** The number that a query returns. */
  readonly count: (query: string) => Promise<number>;
  /** The text that a query returns. */
  readonly text: (query: string) => Promise<string>;
  readonly drop: () => Promise<void>;
};

/** Keeps an eighth of the resource instances, those with proposals, and those with a file that a test needs. */
const keepFewResources = `set session_replication_role = replica;
create temporary table kept as
select r.resourceinstanceid as id
from resource_instances r
where r.resourceinstanceid < '20000000-0000-0000-0000-000000000000'
  or exists (
    select from tiles t
    where t.resourceinstanceid = r.resourceinstanceid
      and (t.provisionaledits is not null or t.tiledata::text like '%QV61_image_3.jpg%')
  );
delete from resource_x_resource x
where x.resourceinstanceidfrom not in (select k.id from kept k) or x.resourceinstanceidto not in (select k.id from kept k);
delete from edit_log e where e.resourceinstanceid not in (select k.id::text from kept k);
delete from tiles t where t.resourceinstanceid not in (select k.id from kept k);
delete from files f where f.tileid not in (select t.tileid from tiles t);
delete from resource_instances r where r.resourceinstanceid not in (select k.id from kept k)`;

/**
 * Opens a copy of a dump of the real data on the native server. Call `drop` at the end.
 * @throws Error without a native server
 */
export async function openSourceDatabase(
  dump: SourceDump = 'arches76-dump',
): Promise<SourceDatabase> {
  const { url, drop } = await copySourceDump(nativeServerUrl(), dump);
  const query = (sql: string) => withClient(url, async (client) => client.query(sql));
  return {
    url,
    run: async (sql) => void (await query(sql)),
    count: async (sql) => Number((await query(`select (${sql}) as number`)).rows[0].number),
    text: async (sql) => String((await query(`select (${sql})::text as text`)).rows[0].text),
    drop,
  };
}

/** Opens a copy that has, unless tests try all cases, only some of the resource instances. */
export async function openSampledSource(): Promise<SourceDatabase> {
  const source = await openSourceDatabase();
  if (!triesAllCases) await source.run(keepFewResources);
  return source;
}
