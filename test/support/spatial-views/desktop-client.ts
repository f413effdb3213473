import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { nativeServerUrl } from '../database/open.ts';
import type { SiteWorld } from './site-world.ts';

/** A program of a desktop, signed in to the database of a test as a role of its own that is a member of `heritage_reader`. */
export type DesktopClient = {
  /** Its connection. */
  readonly client: pg.Client;
  /** The address of the database, with its name and password. */
  readonly url: string;
  /** Ends the connection, and takes the role away. */
  readonly close: () => Promise<void>;
};

/** Makes the role and signs it in. It needs a native server. @throws Error where there is none */
export async function openDesktopClient({
  withSession,
}: Pick<SiteWorld, 'withSession'>): Promise<DesktopClient> {
  const server = nativeServerUrl();
  if (server === undefined) throw new Error('A desktop needs a native server.');
  const database = await withSession('owner', async (session) => {
    const { rows } = await session.query('select current_database()', [], 60_000);
    return String(rows[0]?.[0]);
  });
  const role = `heritage_desktop_${randomBytes(6).toString('hex')}`;
  const secret = randomBytes(12).toString('hex');
  await asSuperuser(server, database, [
    `create role ${role} login password '${secret}' in role heritage_reader`,
    // What a role begins its sessions with is its own, and not that of the roles that it is a member of.
    `alter role ${role} set search_path = public, readable, pg_catalog`,
  ]);
  const url = new URL(server);
  Object.assign(url, { pathname: `/${database}`, username: role, password: secret });
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
