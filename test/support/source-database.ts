import { nativeServerUrl } from './database/open.ts';
import { copySourceDump, type SourceDump, type SourceSize } from './database/source-dump.ts';
import { withClient } from './database/templates.ts';

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

/**
 * Opens a copy of a dump of the real data on the native server. Call `drop` at the end.
 * @throws Error without a native server
 */
export async function openSourceDatabase(
  dump: SourceDump = 'arches76-dump',
  size: SourceSize = 'all',
): Promise<SourceDatabase> {
  const { url, drop } = await copySourceDump(nativeServerUrl(), dump, size);
  const query = (sql: string) => withClient(url, async (client) => client.query(sql));
  return {
    url,
    run: async (sql) => void (await query(sql)),
    count: async (sql) => Number((await query(`select (${sql}) as number`)).rows[0].number),
    text: async (sql) => String((await query(`select (${sql})::text as text`)).rows[0].text),
    drop,
  };
}

/** Opens a copy that has, unless tests try all cases, only some of the resource instances: those of the content `some_of_dump`. */
export async function openSampledSource(): Promise<SourceDatabase> {
  return openSourceDatabase('arches76-dump', 'some');
}
