import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { testDataPath } from '../../support/test-data.ts';
import { openTestStack } from '../../support/stack.ts';
import { askDatabase, writeWorld, type Verdict } from './permission-rows.ts';
import type { Grant, NodegroupRights, ResourceRights, World } from './permission-world.ts';

const folder = testDataPath('arches76-dump');

const account = z.object({
  id: z.number(),
  is_active: z.boolean(),
  groups: z.array(z.string()),
  read_nodegroups: z.array(z.string()),
  resources: z.record(z.string(), z.object({ read: z.boolean(), edit: z.boolean() })),
});

/** What the reference system answers, by the names of accounts. */
type Answers = Readonly<Record<string, z.output<typeof account>>>;

const nothing = { read: false, write: false, delete: false };
const everything = { read: true, write: true, delete: true };

/** The groups of every instance, with what they may do there by default. */
const groups: Readonly<Record<string, readonly [id: number, defaults: NodegroupRights]>> = {
  Guest: [1, { ...nothing, read: true }],
  'Resource Editor': [2, everything],
  'Resource Reviewer': [3, everything],
  'Crowdsource Editor': [9, everything],
};

const closedToGuest = '1b0076af-e506-11e7-b2cc-02e0c6d7ad7a';
const noRights = { ...nothing, view: false, change: false };

function grant<Rights>(on: string, to: number | 'Guest', rights: Rights, noAccess = false) {
  const principal =
    to === 'Guest' ? ({ kind: 'group', id: 1 } as const) : ({ kind: 'account', id: to } as const);
  return { on, to: principal, noAccess, ...rights };
}

const nodegroupGrants: readonly Grant<NodegroupRights>[] = [
  grant(closedToGuest, 'Guest', nothing, true),
  grant('1b0076b2-e506-11e7-b2cc-02e0c6d7ad7a', 'Guest', { ...nothing, read: true }),
  grant('1b0076b5-e506-11e7-b2cc-02e0c6d7ad7a', 3, nothing, true),
  grant('1b0076b8-e506-11e7-b2cc-02e0c6d7ad7a', 6, { ...everything, delete: false }),
];

const resourceGrants: readonly Grant<ResourceRights>[] = [
  grant('000438e7-0f6d-40e5-b829-f12df09c25a4', 'Guest', noRights, true),
  grant('004d6942-6b1e-4604-9391-fb4da515022a', 6, { ...noRights, view: true, change: true }),
  grant('004d6c03-5c64-4648-a53e-f4e40649d5d3', 6, noRights, true),
];

/** The same accounts, groups and grants here. All nodegroups are of one model. */
function worldOf(answers: Answers): World {
  const graphId = '10000000-0000-4000-8000-000000000000';
  const { admin } = answers;
  return {
    graphs: [graphId],
    nodegroups: (admin?.read_nodegroups ?? []).map((id) => ({ id, graphId, parentId: null })),
    groups: Object.entries(groups).map(([name, [id, defaults]]) => ({
      id,
      name,
      isAdministrator: false,
      defaults,
    })),
    accounts: Object.entries(answers)
      .filter(([name]) => name !== 'anonymous')
      .map(([name, one]) => ({
        id: one.id,
        isActive: one.is_active,
        isAdministrator: name === 'admin',
        groups: one.groups.flatMap((group) => groups[group]?.[0] ?? []),
      })),
    resources: Object.keys(admin?.resources ?? {}).map((id) => ({
      id,
      graphId,
      needs: { nodegroups: [], resources: [] },
      tileNodegroups: [],
    })),
    nodegroupGrants,
    resourceGrants,
    editors: [],
  };
}

describe.skipIf(folder === undefined)('accounts and grants of a live instance', () => {
  let answers: Answers;
  const verdicts = new Map<string, Verdict>();

  beforeAll(async () => {
    const text = await readFile(path.join(folder ?? '', 'rights.json'), 'utf8');
    answers = z.record(z.string(), account).parse(JSON.parse(text));
    const world = worldOf(answers);
    const stack = await openTestStack();
    await stack.data.write(writeWorld(world));
    await stack.data.transaction(async (transaction) => {
      for (const [name, { id }] of Object.entries(answers)) {
        const caller = name === 'anonymous' ? null : id;
        verdicts.set(name, await askDatabase(transaction, caller, world));
      }
    });
    await stack.close();
  });

  it('let nobody read or change here what the reference system denies', () => {
    const more = Object.entries(answers).flatMap(([name, theirs]) => {
      const ours = verdicts.get(name);
      const nodegroups = (ours?.readableNodegroups ?? []).filter(
        (id) => !theirs.read_nodegroups.includes(id),
      );
      const resources = Object.entries(theirs.resources).filter(([id, { read, edit }]) => {
        const [view = false, change = false] = ours?.resourcePermissions[id] ?? [];
        return (view && !read) || (change && !edit);
      });
      return [...nodegroups, ...resources].map((one) => [name, one]);
    });
    expect(more).toEqual([]);
  });

  it('let active accounts read here what they may read there, but what is closed to Guest and no right of their own gives', () => {
    const less = Object.entries(answers).flatMap(([name, theirs]) => {
      if (!theirs.is_active) return [];
      const ours = verdicts.get(name);
      const nodegroups = theirs.read_nodegroups.filter(
        (id) => ours?.readableNodegroups.includes(id) !== true,
      );
      const resources = Object.entries(theirs.resources)
        .filter(([id, { read }]) => read && ours?.visibleResources.includes(id) !== true)
        .map(([id]) => id);
      return [...nodegroups, ...resources].map((id) => [name, id]);
    });
    expect(less).toEqual([['lone', closedToGuest]]);
  });

  it('let a deactivated account read nothing', () => {
    expect(verdicts.get('olaf')).toMatchObject({ readableNodegroups: [], visibleResources: [] });
  });
});
