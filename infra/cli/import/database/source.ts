import pg from 'pg';

import { CommandError } from '../../command-error.ts';

/** A row of the source: each column as PostgreSQL writes it as text, so that numbers keep every digit. */
export type SourceRow = Readonly<Record<string, string | null>>;

/** The database of another platform, as it is at one moment. Nothing can be written through it. */
export type Source = {
  /** Reads all rows of a query. For results that fit in memory. */
  readonly read: (query: string, values?: readonly string[]) => Promise<readonly SourceRow[]>;
  /** Reads the rows of a query in batches. Several can be open at a time. */
  readonly readBatches: (
    query: string,
    rowsPerBatch: number,
    values?: readonly string[],
  ) => AsyncGenerator<readonly SourceRow[]>;
  readonly close: () => Promise<void>;
};

/** Values are neither dates nor numbers of JavaScript, which would lose digits. */
const textValues = { getTypeParser: () => (text: string) => text };

/**
 * Opens a database of PostgreSQL for reading in one transaction, so that everything that is read is from one moment.
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
  let cursors = 0;
  return {
    read,
    async *readBatches(query, rowsPerBatch, values = []) {
      const cursor = `batches_${(cursors += 1)}`;
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
