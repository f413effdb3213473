import { randomUUID } from 'node:crypto';

import type { Database } from '../../../infra/local/database/database.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { fillDatabase, baseContent, type DatabaseContent } from './content.ts';
import {
  createDatabase,
  databasePrefix,
  databaseUrl,
  dropDatabase,
  makeTemplate,
  templateName,
  withClient,
} from './templates.ts';
import { readTestRunId } from './test-run-id.ts';

/** Creates a database on a native server, as a copy of the template that the first test of this run makes. */
export async function openNativeDatabase(
  server: string,
  content: DatabaseContent,
): Promise<Database> {
  const run = readTestRunId();
  const template = run === undefined ? undefined : { content, run };
  const name = `${databasePrefix}_${randomUUID().replaceAll('-', '')}`;
  if (run !== undefined) await makeContentTemplate(server, run, content);
  await withClient(server, (client) =>
    createDatabase(client, name, template && templateName(template)),
  );
  const database = await openNativePostgres({ url: databaseUrl(server, name) });
  await fillDatabase(database, content, template?.content ?? 'bare');
  return {
    ...database,
    close: async () => {
      await database.close();
      await withClient(server, (client) => dropDatabase(client, name));
    },
  };
}

/** The templates that this process has made or found. */
const existingTemplates = new Set<string>();

async function makeContentTemplate(
  server: string,
  run: string,
  content: DatabaseContent,
): Promise<void> {
  const template = { content, run };
  if (existingTemplates.has(templateName(template))) return;
  const base = content === 'bare' ? undefined : { content: baseContent[content], run };
  if (base !== undefined) await makeContentTemplate(server, run, base.content);
  await makeTemplate(server, template, base, async (url) => {
    const database = await openNativePostgres({ url });
    try {
      await fillDatabase(database, content, base?.content ?? 'bare');
    } finally {
      await database.close();
    }
  });
  existingTemplates.add(templateName(template));
}
