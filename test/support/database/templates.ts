import pg from 'pg';

/** The prefix of the names of test databases. */
export const databasePrefix = 'heritage_test';

/** The advisory lock under which a process makes a template. */
const templateLock = 742_118_036;

/** A template database of a run. */
export type Template = { readonly run: string; readonly content: string };

export function templateName({ content, run }: Template): string {
  return `${databasePrefix}_${run}_${content}`;
}

/**
 * Makes a template database, unless it exists.
 * @param base the template of which it begins as a copy
 * @param fill fills the database at a URL, and closes every connection to it
 */
export async function makeTemplate(
  server: string,
  template: Template,
  base: Template | undefined,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const name = templateName(template);
  const templateExists = async (client: pg.Client): Promise<boolean> =>
    (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  await withClient(server, async (client) => {
    if (await templateExists(client)) return;
    await client.query('select pg_advisory_lock($1, hashtext($2))', [
      templateLock,
      template.content,
    ]);
    if (await templateExists(client)) return;
    const unfinishedName = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinishedName}`);
    await createDatabase(client, unfinishedName, base && templateName(base));
    await fill(databaseUrl(server, unfinishedName));
    await client.query(`alter database ${unfinishedName} rename to ${name}`);
  });
}

/** Removes the templates of a run. */
export async function dropNativeTemplates(server: string, run: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${databasePrefix}_${run}_%`],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function createDatabase(
  client: pg.Client,
  name: string,
  template = 'template1',
): Promise<void> {
  // A copy through the write-ahead log, the default strategy, takes 1.5 times as long.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
}

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database ${name} with (force)`);
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
