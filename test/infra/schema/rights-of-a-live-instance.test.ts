import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { findTestData } from '../../support/test-data.ts';
import { openTestStack } from '../../support/stack.ts';
import { insertTables } from '../../support/world/insert-rows.ts';
import type { AccessTables, Row } from '../../support/world/tables.ts';
import { readDatabaseAccess, type DatabaseAccess } from './database-access.ts';

const folder = findTestData('arches76-dump');

const account = z.object({
  id: z.number(),
  is_active: z.boolean(),
  groups: z.array(z.string()),
  read_nodegroups: z.array(z.string()),
  resources: z.record(z.string(), z.object({ read: z.boolean(), edit: z.boolean() })),
});

/** The answers of the reference system, by the names of accounts. */
type Answers = Readonly<Record<string, z.output<typeof account>>>;

const noRights = { can_read: false, can_write: false, can_delete: false };
const allRights = { can_read: true, can_write: true, can_delete: true };

const group = (
  account_group_id: number,
  name: string,
  rights: typeof noRights,
): Row<'account_group'> => ({
  account_group_id,
  name,
  is_administrator: false,
  ...rights,
  can_read_history: false,
});

/** The groups of every instance, with their defaults in the reference system. */
const groups = [
  group(1, 'Guest', { ...noRights, can_read: true }),
  group(2, 'Resource Editor', allRights),
  group(3, 'Resource Reviewer', allRights),
  group(9, 'Crowdsource Editor', allRights),
];

const closedToGuest = '1b0076af-e506-11e7-b2cc-02e0c6d7ad7a';
const toGuest = { account_id: null, account_group_id: 1 };
const toAccount = (id: number) => ({ account_id: id, account_group_id: null });
const noAccess = { ...noRights, no_access: true };
const noView = { can_view: false, can_change: false, can_delete: false };

const nodegroupGrants: readonly Row<'nodegroup_grant'>[] = [
  { nodegroup_id: closedToGuest, ...toGuest, ...noAccess },
  {
    nodegroup_id: '1b0076b2-e506-11e7-b2cc-02e0c6d7ad7a',
    ...toGuest,
    ...noRights,
    can_read: true,
    no_access: false,
  },
  { nodegroup_id: '1b0076b5-e506-11e7-b2cc-02e0c6d7ad7a', ...toAccount(3), ...noAccess },
  {
    nodegroup_id: '1b0076b8-e506-11e7-b2cc-02e0c6d7ad7a',
    ...toAccount(6),
    ...allRights,
    can_delete: false,
    no_access: false,
  },
];

const resourceGrants: readonly Row<'resource_grant'>[] = [
  { resource_id: '000438e7-0f6d-40e5-b829-f12df09c25a4', ...toGuest, ...noView, no_access: true },
  {
    resource_id: '004d6942-6b1e-4604-9391-fb4da515022a',
    ...toAccount(6),
    can_view: true,
    can_change: true,
    can_delete: false,
    no_access: false,
  },
  {
    resource_id: '004d6c03-5c64-4648-a53e-f4e40649d5d3',
    ...toAccount(6),
    ...noView,
    no_access: true,
  },
];

/** The same accounts, groups and grants in tables of this service. All nodegroups belong to one model. */
function tablesOf(answers: Answers): AccessTables {
  const graph = '10000000-0000-4000-8000-000000000000';
  const { admin, anonymous: _anonymous, ...others } = answers;
  const accounts = Object.entries({ ...(admin && { admin }), ...others });
  return {
    account: accounts.map(([name, { id, is_active }]) => ({
      account_id: id,
      username: name,
      is_active,
      is_administrator: name === 'admin',
    })),
    account_group: groups,
    group_member: accounts.flatMap(([, one]) =>
      groups
        .filter(({ name }) => one.groups.includes(name))
        .map((row) => ({ account_id: one.id, account_group_id: row.account_group_id })),
    ),
    nodegroup: (admin?.read_nodegroups ?? []).map((id) => ({
      nodegroup_id: id,
      graph_id: graph,
      parent_nodegroup_id: null,
    })),
    nodegroup_grant: nodegroupGrants,
    resource: Object.keys(admin?.resources ?? {}).map((id) => ({
      resource_id: id,
      graph_id: graph,
      descriptors: {},
    })),
    resource_grant: resourceGrants,
    tile: [],
  };
}

describe.skipIf(folder === undefined)('accounts and grants of a live instance', () => {
  let answers: Answers;
  const rights = new Map<string, DatabaseAccess>();

  beforeAll(async () => {
    const text = await readFile(path.join(folder ?? '', 'rights.json'), 'utf8');
    answers = z.record(z.string(), account).parse(JSON.parse(text));
    const tables = tablesOf(answers);
    const stack = await openTestStack();
    await stack.dataApi.write(insertTables(tables));
    await stack.dataApi.transaction(async (transaction) => {
      for (const [name, { id }] of Object.entries(answers)) {
        const caller = name === 'anonymous' ? null : id;
        rights.set(name, await readDatabaseAccess(transaction, caller, tables));
      }
    });
    await stack.close();
  });

  it('give nobody a right that the reference system denies', () => {
    const excessRights = Object.entries(answers).flatMap(([name, reference]) => {
      const actual = rights.get(name);
      const nodegroups = (actual?.readableNodegroups ?? []).filter(
        (id) => !reference.read_nodegroups.includes(id),
      );
      const resources = Object.entries(reference.resources).filter(([id, { read, edit }]) => {
        const [view = false, change = false] = actual?.resourcePermissions[id] ?? [];
        return (view && !read) || (change && !edit);
      });
      return [...nodegroups, ...resources].map((one) => [name, one]);
    });
    expect(excessRights).toEqual([]);
  });

  it('give active accounts every read right of the reference system, except where Guest has no access', () => {
    const missingRights = Object.entries(answers).flatMap(([name, reference]) => {
      if (!reference.is_active) return [];
      const actual = rights.get(name);
      const nodegroups = reference.read_nodegroups.filter(
        (id) => actual?.readableNodegroups.includes(id) !== true,
      );
      const resources = Object.entries(reference.resources)
        .filter(([id, { read }]) => read && actual?.visibleResources.includes(id) !== true)
        .map(([id]) => id);
      return [...nodegroups, ...resources].map((id) => [name, id]);
    });
    expect(missingRights).toEqual([['lone', closedToGuest]]);
  });

  it('give a deactivated account no right', () => {
    expect(rights.get('olaf')).toMatchObject({ readableNodegroups: [], visibleResources: [] });
  });
});
