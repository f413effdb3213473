import pg from 'pg';

import { CommandError } from '../../command-error.ts';

/** A row of the source. Each column is the text that PostgreSQL returns, so that numbers keep every digit. */
export type SourceRow = Readonly<Record<string, string | null>>;

/** A read-only connection to the database of an Arches instance. All queries see the state of one moment. */
export type Source = {
  /** Reads all rows of a query whose result fits in memory. */
  readonly read: (query: string, values?: readonly string[]) => Promise<readonly SourceRow[]>;
  /** Reads the rows of a query in batches. Several queries can be read at the same time. */
  readonly readBatches: (
    query: string,
    rowsPerBatch: number,
    values?: readonly string[],
  ) => AsyncGenerator<readonly SourceRow[]>;
  readonly close: () => Promise<void>;
};

/** Counts the rows of a query of a source, for the progress. */
export async function countRows({ read }: Pick<Source, 'read'>, query: string): Promise<number> {
  const [row] = await read(`select count(*) as count from (${query}) counted`);
  return Number(row?.['count']);
}

/** Leaves all values as text, because dates and numbers of JavaScript would lose digits. */
const textValues = { getTypeParser: () => (text: string) => text };

/**
 * Connects to a PostgreSQL database and begins a read-only transaction, in which all queries see the state of one moment.
 * @param url `postgres://user:password@host/database`
 * @throws CommandError if it cannot be opened
 */
export async function openSource(url: string): Promise<Source> {
  const client = new pg.Client({ connectionString: url, types: textValues });
  try {
    await client.connect();
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(`set local timezone to 'UTC'`);
    await client.query(`set local datestyle to 'ISO'`);
    await client.query(`set local search_path to public`);
  } catch (error) {
    await client.end().catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      'no_source',
      `The database cannot be read: ${reason}. Give its URL in the form postgres://user:password@host:port/database. Nothing was changed.`,
    );
  }
  const read: Source['read'] = async (query, values = []) => {
    const { rows } = await client.query<SourceRow>(query, [...values]);
    return rows;
  };
  let cursorCount = 0;
  return {
    read,
    async *readBatches(query, rowsPerBatch, values = []) {
      const cursor = `batches_${(cursorCount += 1)}`;
      await read(`declare ${cursor} no scroll cursor for ${query}`, values);
      try {
        for (;;) {
          const rows = await read(`fetch ${rowsPerBatch} from ${cursor}`);
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        await read(`close ${cursor}`);
      }
    },
    close: async () => client.end(),
  };
}
