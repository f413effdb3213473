import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import type { AccountsOptions } from '../../../../../infra/cli/import/database/source-accounts.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { createTestAccount } from '../../../../support/accounts.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { createTestContext, fingerprint } from '../importing.ts';
import { runDatabaseImport } from './importing-database.ts';

const folder = findTestData('arches81-dump');

/** `waterwork/6`, which belongs to lone; and a resource instance without an owner. */
const ownedByLone = `select r.resourceinstanceid::text
from resource_instances r
join auth_user u on u.id = r.principaluser_id
where u.username = 'lone'`;
const withoutOwner = '0383396c-e5a3-5076-acda-7dabb3cf81d0';

const ownersOfSource = `select r.resourceinstanceid::text || ' ' || u.username
from resource_instances r
join auth_user u on u.id = r.principaluser_id
order by 1`;
const ownersHere = `select r.resource_id::text || ' ' || a.username
from resource r
join account a on a.account_id = r.created_by
order by 1`;

const listSchema = z.array(
  z.object({
    resourceinstance: z.object({
      resourceinstanceid: z.string(),
      graph_id: z.string(),
      principaluser_id: z.number().nullable(),
    }),
  }),
);

describe.skipIf(folder === undefined)('the owners of the resource instances of a database', () => {
  let service: TestService;
  let source: SourceDatabase;
  let ownedId: string;

  const importInto = async (
    { owner, dataApi }: Pick<TestStack, 'owner' | 'dataApi'>,
    options: Partial<AccountsOptions> & { readonly dryRun?: boolean } = {},
  ) => {
    const { dryRun = false, ...accounts } = options;
    return runDatabaseImport(source.url, dataApi, {
      dryRun,
      accounts: {
        owner,
        permissions: 'default-allow',
        opensGuest: true,
        undoesChanges: false,
        keepsMfaPasswords: false,
        ...accounts,
      },
    });
  };
  const importAll = async () => importInto(service.stack);
  const texts = async (query: string): Promise<readonly string[]> =>
    (await service.stack.owner.read(rawSql(query))).map(([text]) => String(text));
  const textsThere = async (query: string): Promise<readonly string[]> => {
    const text = await source.text(`select json_agg(q.*) from (${query}) q (text)`);
    return z
      .array(z.object({ text: z.string() }))
      .parse(JSON.parse(text))
      .map((row) => row.text);
  };
  const versions = async (): Promise<ReadonlySet<string>> =>
    new Set(await texts(`select r.resource_id::text || ' ' || r.version from resource r`));
  const fetchTag = async (id: string, format: string): Promise<string | null> =>
    (await service.fetch(`/resources/${id}?format=${format}`)).headers.get('etag');

  beforeAll(async () => {
    service = await openTestService();
    source = await openSourceDatabase('arches81-dump');
    // Their ids are taken here, so that ravi, edith and lone get others.
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await createTestAccount(service, name);
    [ownedId = ''] = await textsThere(ownedByLone);
    await importAll();
  });

  afterAll(async () => {
    await service?.close();
    await source?.drop();
  });

  it('are the same accounts here, whatever their ids', async () => {
    const owners = await texts(ownersHere);
    expect(owners).toEqual(await textsThere(ownersOfSource));
    expect(owners).toHaveLength(20);
  });

  it('are served where clients of Arches read them, and null for a resource instance without one', async () => {
    const [lone = ''] = await texts(`select account_id::text from account where username = 'lone'`);
    const fetchOwner = async (id: string): Promise<unknown> =>
      z
        .object({ principaluser_id: z.unknown() })
        .parse(await service.fetchJson(`/resources/${id}?format=arches-json`)).principaluser_id;
    expect(await fetchOwner(ownedId)).toBe(Number(lone));
    expect(await fetchOwner(withoutOwner)).toBe(null);
    const [graph = ''] = await texts(
      `select r.graph_id::text from resource r where r.resource_id = '${ownedId}'`,
    );
    const list = listSchema.parse(
      await service.fetchJson(`/resources?graph_uuid=${graph}&format=arches-json&limit=100`),
    );
    const owners = list.map(({ resourceinstance }) => resourceinstance.principaluser_id);
    expect(owners.filter((owner) => owner === Number(lone))).toHaveLength(1);
    expect(owners).toContain(null);
  });

  it.each(['json', 'json-ld', 'turtle', 'html'])('are not in %s', async (format) => {
    const read = async (): Promise<readonly [string, string | null]> => {
      const response = await service.fetch(`/resources/${ownedId}?format=${format}`);
      expect(response.status).toBe(200);
      return [await response.text(), response.headers.get('etag')];
    };
    const before = await read();
    await service.stack.owner.write(
      rawSql(`update resource set created_by = null where resource_id = '${ownedId}'`),
    );
    expect(await read()).toEqual(before);
    await service.stack.owner.write(
      rawSql(`update resource set created_by = (select account_id from account where username = 'lone')
where resource_id = '${ownedId}'`),
    );
  });

  it('change nothing when they are imported again', async () => {
    const before = await fingerprint(service.stack.owner);
    const { imported } = await importAll();
    expect(imported.resources).toMatchObject({ created: 0, updated: 0 });
    expect(await fingerprint(service.stack.owner)).toEqual(before);
  });

  it('follow the source, and nothing else of a resource instance changes, or of others', async () => {
    const before = await versions();
    const tag = await fetchTag(withoutOwner, 'arches-json');
    const changedTag = await fetchTag(ownedId, 'arches-json');
    await source.run(`set session_replication_role = replica;
update resource_instances
set principaluser_id = (select id from auth_user where username = 'edith')
where resourceinstanceid = '${ownedId}'`);
    await importAll();
    expect(await texts(ownersHere)).toContain(`${ownedId} edith`);
    expect([...(await versions()).difference(before)].map((line) => line.split(' ')[0])).toEqual([
      ownedId,
    ]);
    expect((await fetchTag(withoutOwner, 'arches-json'))?.split('-')[0]).toBe(tag?.split('-')[0]);
    expect(await fetchTag(ownedId, 'arches-json')).not.toBe(changedTag);
  });

  it('are none here if the source has none, or only the account of callers without a token', async () => {
    const owned = (await texts(ownersHere)).filter((line) => line.endsWith(' ravi')).slice(0, 2);
    const [first = '', second = ''] = owned.map((line) => line.split(' ')[0]);
    await source.run(`set session_replication_role = replica;
update resource_instances set principaluser_id = null where resourceinstanceid = '${first}';
update resource_instances
set principaluser_id = (select id from auth_user where username = 'anonymous')
where resourceinstanceid = '${second}'`);
    await importAll();
    expect((await texts(ownersHere)).filter((line) => owned.includes(line))).toEqual([]);
  });

  it('come later if their accounts do, or were deleted here', async () => {
    const edith = "select a.account_id from account a where a.username = 'edith'";
    const owners = await texts(ownersHere);
    expect(owners.filter((line) => line.endsWith(' edith'))).not.toEqual([]);
    await service.stack.owner.write(rawSql(`delete from account where account_id = (${edith})`));
    expect(await texts(ownersHere)).not.toEqual(owners);
    const before = await versions();
    const { imported, context } = await importAll();
    expect(await texts(ownersHere)).toEqual(owners);
    expect(context.problems.map(({ code }) => code)).not.toContain('changed_here');
    expect(imported.resources.updated).toBe((await versions()).difference(before).size);
  });

  it('are nobody if they have no account here, and no stranger with the same id', async () => {
    const stack = await openTestStack();
    await stack.owner.write(
      rawSql(`insert into account (account_id, username)
select i.id, 'stranger ' || i.id
from generate_series(1, 20) i (id)`),
    );
    await runDatabaseImport(source.url, stack.dataApi);
    expect(await stack.owner.read(rawSql(ownersHere))).toEqual([]);
    await stack.close();
  });

  it('cause no problems in a dry run, although their accounts are not stored', async () => {
    const stack = await openTestStack();
    const { context } = await importInto(stack, { dryRun: true });
    expect(context.problems.map(({ code }) => code)).not.toContain('unknown_owner');
    await stack.close();
  });

  it('come to resource instances that were stored before from files with the same content', async () => {
    const stack = await openTestStack();
    const context = createTestContext(stack.dataApi);
    await importGraphs(
      ['Waterwork.json.gz', 'Party.json', 'Survey.json'].map(
        (name) => `${folder}/exports/graphs/${name}`,
      ),
      context,
    );
    await stack.owner.write(
      rawSql(`insert into account (account_id, username) values (4, 'somebody else')`),
    );
    await importResources([`${folder}/exports/business_data/Party_all.json`], context);
    const { context: imported } = await importInto(stack);
    // Files of the platform have no identifiers, so this content is another.
    const [identified = ''] = await textsThere(`select distinct i.resourceid_id::text
from resource_identifiers i
join resource_instances r on r.resourceinstanceid = i.resourceid_id
join graphs g on g.graphid = r.graphid
where g.slug = 'party'`);
    const keptIds = imported.problems
      .filter(({ code, message }) => code === 'stored_before' && !message.startsWith('The graph'))
      .map(({ record }) => record);
    expect(keptIds).toEqual([identified]);
    const owners = await stack.owner.read(rawSql(ownersHere));
    const isFollowed = (line: string): boolean => !line.startsWith(identified);
    expect(owners.map(([line]) => String(line)).filter(isFollowed)).toEqual(
      (await textsThere(ownersOfSource)).filter(
        (line) => isFollowed(line) && !line.endsWith(' anonymous'),
      ),
    );
    await stack.close();
  });

  it('are none in releases that do not know them, whatever decides there about rights', async () => {
    const stack = await openTestStack();
    await source.run('alter table resource_instances drop column principaluser_id cascade');
    const { imported } = await importInto(stack, { permissions: 'default-deny' });
    expect(imported.resources.created).toBeGreaterThan(0);
    expect(await stack.owner.read(rawSql(ownersHere))).toEqual([]);
    await stack.close();
  });
});
