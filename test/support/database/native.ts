import { randomUUID } from 'node:crypto';

import pg from 'pg';

import type { Database } from '../../../infra/local/database/database.ts';
import { openNative } from '../../../infra/local/database/native.ts';
import { fillDatabase, baseContent, type DatabaseContent } from './content.ts';
import { readTestRunId } from './test-run-id.ts';

/** The prefix of the names of test databases. */
const prefix = 'heritage_test';

/** The advisory lock under which a process makes a template. */
const templateLock = 742_118_036;

/** Creates a database on a native server, as a copy of the template that the first test of this run makes. */
export async function openNativeDatabase(
  server: string,
  content: DatabaseContent,
): Promise<Database> {
  const run = readTestRunId();
  const template = run === undefined ? undefined : { content, run };
  const name = `${prefix}_${randomUUID().replaceAll('-', '')}`;
  if (template !== undefined) await makeTemplate(server, template);
  await withClient(server, (client) =>
    createDatabase(client, name, template && templateName(template)),
  );
  const database = await openNative({ url: databaseUrl(server, name) });
  await fillDatabase(database, content, template?.content ?? 'bare');
  return {
    ...database,
    close: async () => {
      await database.close();
      await withClient(server, (client) => dropDatabase(client, name));
    },
  };
}

export async function dropNativeTemplates(server: string, run: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${prefix}_${run}_%`],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

/** Makes the template database for a content in a run, unless it exists. */
async function makeTemplate(server: string, template: Template): Promise<void> {
  const { content, run } = template;
  const base = content === 'bare' ? undefined : { content: baseContent[content], run };
  const name = templateName(template);
  const templateExists = async (client: pg.Client): Promise<boolean> =>
    (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  if (await withClient(server, templateExists)) return;
  if (base !== undefined) await makeTemplate(server, base);
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [templateLock, content]);
    if (await templateExists(client)) return;
    const unfinishedName = `${name}_unfinished`;
    await createDatabase(client, unfinishedName, base && templateName(base));
    const database = await openNative({ url: databaseUrl(server, unfinishedName) });
    try {
      await fillDatabase(database, content, base?.content ?? 'bare');
    } finally {
      await database.close();
    }
    await client.query(`alter database ${unfinishedName} rename to ${name}`);
  });
}

type Template = { readonly content: DatabaseContent; readonly run: string };

function templateName({ content, run }: Template): string {
  return `${prefix}_${run}_${content}`;
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function createDatabase(
  client: pg.Client,
  name: string,
  template = 'template1',
): Promise<void> {
  await client.query(`create database ${name} template ${template}`);
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database ${name} with (force)`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
