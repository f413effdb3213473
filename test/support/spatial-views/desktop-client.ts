import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { nativeServerUrl } from '../database/open.ts';
import type { SiteWorld } from '../world/sites/site-world.ts';

/** A desktop program that is signed in to a test database with its own role, a member of `heritage_reader`. */
export type DesktopClient = {
  readonly client: pg.Client;
  /** The URL of the database, with username and password. */
  readonly url: string;
  /** Ends the connection and drops the role. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the role and connects.
 * @throws Error without a native server
 */
export async function openDesktopClient({
  withSession,
}: Pick<SiteWorld, 'withSession'>): Promise<DesktopClient> {
  const server = nativeServerUrl();
  if (server === undefined) throw new Error('A desktop program needs a native server.');
  const database = await withSession('owner', async (session) => {
    const { rows } = await session.query('select current_database()', [], 60_000);
    return String(rows[0]?.[0]);
  });
  const role = `heritage_desktop_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await asSuperuser(server, database, [
    `create role ${role} login password '${password}' in role heritage_reader`,
    // Sessions take the settings of their own role, not of the roles that it is a member of.
    `alter role ${role} set search_path = public, readable, pg_catalog`,
  ]);
  const url = new URL(server);
  Object.assign(url, { pathname: `/${database}`, username: role, password });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    client,
    url: url.href,
    close: async () => {
      await client.end();
      await asSuperuser(server, database, [`drop owned by ${role}`, `drop role ${role}`]);
    },
  };
}

async function asSuperuser(
  server: string,
  database: string,
  statements: readonly string[],
): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
