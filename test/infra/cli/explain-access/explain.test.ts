import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { explainAccess } from '../../../../infra/cli/explain-access/explain-access.ts';
import { readAccessFacts } from '../../../../infra/cli/explain-access/access-facts.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { writeWorld } from '../../schema/permission-rows.ts';
import { systemSettingsGraph, type World } from '../../schema/permission-world.ts';
import { id } from '../import/graphs/example.ts';

const [graph, otherGraph] = [id(1), id(2)];
const [top, middle, bottom, foreign] = [id(11), id(12), id(13), id(14)];
const [one, another] = [id(21), id(22)];
const account = 101;

const nothing = { read: false, write: false, delete: false };
const reading = { ...nothing, read: true };
const everything = { read: true, write: true, delete: true };
const noView = { view: false, change: false, delete: false };
const viewing = { ...noView, view: true };

const groupIds = { Guest: 1, Editors: 21, Visitors: 22 } as const;
type GroupName = keyof typeof groupIds;
type GroupDraft = Partial<Omit<World['groups'][number], 'id' | 'name'>>;

/** A world of one account, two groups that it may be in, and nodegroups one below the other; `top` may be of the system settings. */
type Draft = {
  readonly account?: Partial<World['accounts'][number]>;
  /** The groups of the account. */
  readonly in?: readonly GroupName[];
  readonly groups?: Partial<Record<GroupName, GroupDraft>>;
  readonly isSystemSettings?: boolean;
  readonly nodegroupGrants?: World['nodegroupGrants'];
  readonly resourceGrants?: World['resourceGrants'];
  /** Nodegroups that the resource instance has tiles of. */
  readonly tiles?: readonly string[];
};

function worldOf(draft: Draft): World {
  const graphId = draft.isSystemSettings === true ? systemSettingsGraph : graph;
  const needs = { nodegroups: [], resources: [] };
  return {
    graphs: [graph, otherGraph, systemSettingsGraph],
    nodegroups: [
      { id: top, graphId, parentId: null },
      { id: middle, graphId, parentId: top },
      { id: bottom, graphId, parentId: middle },
      { id: foreign, graphId: otherGraph, parentId: null },
    ],
    groups: (['Guest', 'Editors', 'Visitors'] as const).map((name) => ({
      id: groupIds[name],
      name,
      isAdministrator: false,
      defaults: nothing,
      ...draft.groups?.[name],
    })),
    accounts: [
      {
        id: account,
        isActive: true,
        isAdministrator: false,
        groups: (draft.in ?? []).map((name) => groupIds[name]),
        ...draft.account,
      },
    ],
    resources: [one, another].map((resourceId) => ({
      id: resourceId,
      graphId,
      needs,
      tileNodegroups: resourceId === one ? (draft.tiles ?? []) : [],
    })),
    nodegroupGrants: draft.nodegroupGrants ?? [],
    resourceGrants: draft.resourceGrants ?? [],
    editors: [],
  };
}

function grant<Rights>(on: string, to: GroupName | null, rights: Rights, noAccess = false) {
  const principal =
    to === null
      ? ({ kind: 'account', id: account } as const)
      : ({ kind: 'group', id: groupIds[to] } as const);
  return { on, to: principal, noAccess, ...rights };
}

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

/** Ends a transaction of which nothing is to stay. */
class Undo extends Error {}

/** What is said of a right: the line behind its name. */
async function said(
  draft: Draft,
  kind: 'nodegroup' | 'resource',
  thing: string,
  right: string,
  caller: number | null = account,
): Promise<string> {
  let lines: readonly string[] = [];
  const work = stack.data.transaction(async (transaction) => {
    await transaction.execute(writeWorld(worldOf(draft)));
    const reader = { read: transaction.execute.bind(transaction) };
    lines = explainAccess(await readAccessFacts(reader, caller, { kind, id: thing }));
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return lines.find((line) => line.startsWith(`${right}: `))?.slice(right.length + 2) ?? '';
}

const reads = (draft: Draft, nodegroup = bottom, caller: number | null = account) =>
  said(draft, 'nodegroup', nodegroup, 'read', caller);

const views = (draft: Draft) => said(draft, 'resource', one, 'view');

describe('the rule that decides about a nodegroup', () => {
  const closed = [grant(bottom, null, nothing, true)];

  it('is that the account is deactivated, before anything else', async () => {
    const draft = {
      account: { isActive: false, isAdministrator: true },
      isSystemSettings: true,
    };
    expect(await reads(draft)).toBe('no, the account is deactivated');
  });

  it('is that the caller is an administrator, by itself or by a group', async () => {
    const settings = { isSystemSettings: true, nodegroupGrants: closed };
    expect(await reads({ ...settings, account: { isAdministrator: true } })).toBe(
      'yes, the account is an administrator',
    );
    const group: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Visitors: { isAdministrator: true } },
    };
    expect(await reads({ ...settings, ...group })).toBe(
      'yes, members of group Visitors are administrators',
    );
  });

  it('is never that an anonymous caller is an administrator', async () => {
    const draft = { groups: { Guest: { isAdministrator: true } } };
    expect(await reads(draft, bottom, null)).toBe('no, closed: no grant and no default gives it');
  });

  it('is that it is one of the system settings, whatever is granted', async () => {
    const draft = { isSystemSettings: true, nodegroupGrants: [grant(bottom, null, reading)] };
    expect(await reads(draft)).toBe('no, the system settings are for administrators only');
  });

  it('is no_access, of any principal, before every grant and default', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: { defaults: reading } },
      nodegroupGrants: [
        grant(bottom, null, reading),
        grant(bottom, 'Visitors', nothing, true),
        grant(top, 'Visitors', nothing, true),
      ],
    };
    expect(await reads(draft)).toBe('no, group Visitors has no_access here');
  });

  it('is no_access on a nodegroup above, at any distance', async () => {
    const draft: Draft = {
      in: ['Editors'],
      groups: { Editors: { defaults: reading } },
      nodegroupGrants: [grant(top, null, nothing, true), grant(bottom, null, reading)],
    };
    expect(await reads(draft)).toMatch(/^no, the account has no_access on .+ above$/);
    expect(await reads(draft, middle)).toMatch(/^no, the account has no_access on .+ above$/);
    expect(await reads(draft, foreign)).toBe('yes, by default of group Editors');
  });

  it('is an explicit grant, and names whose', async () => {
    const draft: Draft = {
      in: ['Visitors'],
      nodegroupGrants: [grant(bottom, null, nothing), grant(bottom, 'Visitors', reading)],
    };
    expect(await reads(draft)).toBe('yes, group Visitors has a grant here');
  });

  it('is the default of a group that has no grant there', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: { defaults: reading }, Visitors: { defaults: reading } },
      nodegroupGrants: [grant(bottom, 'Visitors', nothing)],
    };
    expect(await reads(draft)).toBe('yes, by default of group Editors');
  });

  it('is that it is closed, and names the groups whose default a grant replaces', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: { defaults: reading } },
      nodegroupGrants: [grant(bottom, 'Editors', nothing)],
    };
    expect(await reads(draft)).toBe(
      'no, closed: a grant here replaces the default of group Editors',
    );
    expect(await reads({})).toBe('no, closed: no grant and no default gives it');
  });
});

describe('what Guest may read', () => {
  const groups = { Guest: { defaults: everything } };

  it('is the rule where no right of its own lets the account read a nodegroup, and gives no other right', async () => {
    expect(await reads({ groups })).toBe('yes, Guest may read it');
    expect(await said({ groups }, 'nodegroup', bottom, 'write')).toBe(
      'no, closed: no grant and no default gives it',
    );
    const replaced = { groups, nodegroupGrants: [grant(bottom, null, nothing)] };
    expect(await reads(replaced)).toBe('yes, Guest may read it');
    const own = { groups, nodegroupGrants: [grant(bottom, null, reading)] };
    expect(await reads(own)).toBe('yes, the account has a grant here');
  });

  it('is nothing to an account that no_access of its own closes it to, nor to a deactivated one', async () => {
    const closedToAccount = { groups, nodegroupGrants: [grant(bottom, null, nothing, true)] };
    expect(await reads(closedToAccount)).toBe('no, the account has no_access here');
    expect(await reads({ groups, account: { isActive: false } })).toBe(
      'no, the account is deactivated',
    );
  });

  it('is not what no_access closes to Guest, which takes nothing from the account', async () => {
    const nodegroupGrants = [grant(middle, 'Guest', nothing, true)];
    expect(await reads({ groups, nodegroupGrants })).toBe(
      'no, closed: no grant and no default gives it',
    );
    const own = [...nodegroupGrants, grant(bottom, null, reading)];
    expect(await reads({ groups, nodegroupGrants: own })).toBe('yes, the account has a grant here');
  });

  it('is the rule for a resource instance that Guest may see, and the account by no right of its own', async () => {
    expect(await views({ groups })).toBe('yes, Guest may see it');
    expect(await said({ groups }, 'resource', one, 'change')).toBe(
      'no, no nodegroup of its graph is writable',
    );
    const byGrant = { resourceGrants: [grant(one, 'Guest', viewing)] };
    expect(await views(byGrant)).toBe('yes, Guest may see it');
    const notNamed = { groups, resourceGrants: [grant(one, null, noView)] };
    expect(await views(notNamed)).toBe('yes, Guest may see it');
  });

  it('is nothing where the account or a group of it has no_access to the resource instance', async () => {
    const toAccount = { groups, resourceGrants: [grant(one, null, noView, true)] };
    expect(await views(toAccount)).toBe('no, the account has no_access to the resource instance');
    const toGroup: Draft = {
      groups,
      in: ['Visitors'],
      resourceGrants: [grant(one, null, noView), grant(one, 'Visitors', noView, true)],
    };
    expect(await views(toGroup)).toBe(
      'no, the account has a grant on the resource instance, which does not name it',
    );
  });

  it('is no resource instance that is closed to Guest, although its nodegroups are readable', async () => {
    const resourceGrants = [grant(one, 'Guest', noView, true)];
    expect(await views({ groups, resourceGrants })).toBe(
      'no, no nodegroup of its graph is readable by own rights',
    );
    const own = { groups, resourceGrants, nodegroupGrants: [grant(bottom, null, reading)] };
    expect(await views(own)).toMatch(/^yes, nodegroup .+ is readable$/);
  });

  it('is no resource instance whose readable nodegroups are closed to the account', async () => {
    const nodegroupGrants = [grant(top, null, nothing, true)];
    expect(await views({ groups, nodegroupGrants })).toBe(
      'no, no nodegroup of its graph is readable',
    );
  });
});

describe('the rule that decides about a resource instance', () => {
  it('is the grant of the account, before those of its groups', async () => {
    const inEditors = { in: ['Editors'] } as const;
    expect(
      await views({
        ...inEditors,
        resourceGrants: [grant(one, null, viewing), grant(one, 'Editors', noView, true)],
      }),
    ).toBe('yes, the account has a grant on the resource instance');
    expect(
      await views({
        ...inEditors,
        resourceGrants: [grant(one, null, noView), grant(one, 'Editors', viewing)],
      }),
    ).toBe('no, the account has a grant on the resource instance, which does not name it');
  });

  it('is no_access of a group, before view of another', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      resourceGrants: [grant(one, 'Editors', viewing), grant(one, 'Visitors', noView, true)],
    };
    expect(await views(draft)).toBe('no, group Visitors has no_access to the resource instance');
  });

  it('is a grant of its groups that does not name the right, though a nodegroup is readable', async () => {
    const draft: Draft = {
      in: ['Editors'],
      groups: { Editors: { defaults: reading } },
      resourceGrants: [grant(one, 'Editors', noView)],
    };
    expect(await views(draft)).toBe(
      'no, its groups have grants on the resource instance, none of which names it',
    );
  });

  it('is a nodegroup that can be read, where no grant touches the caller', async () => {
    const draft = { nodegroupGrants: [grant(bottom, null, reading)] };
    expect(await views(draft)).toMatch(/^yes, nodegroup .+ is readable$/);
    expect(await views({})).toBe('no, no nodegroup of its graph is readable');
  });

  it('is that nobody changes or deletes what is not visible, whatever is granted', async () => {
    const draft: Draft = {
      nodegroupGrants: [grant(bottom, null, everything)],
      resourceGrants: [grant(one, null, { view: false, change: true, delete: true })],
    };
    expect(await said(draft, 'resource', one, 'change')).toBe(
      'no, it is not visible to the caller',
    );
    expect(await said(draft, 'resource', another, 'change')).toMatch(/^yes, /);
  });

  it('is that nobody changes or deletes without a token, whatever Guest may', async () => {
    const { data } = stack;
    let rules: unknown;
    const work = data.transaction(async (transaction) => {
      const draft = { groups: { Guest: { defaults: everything } } };
      await transaction.execute(writeWorld(worldOf(draft)));
      const reader = { read: transaction.execute.bind(transaction) };
      const facts = await readAccessFacts(reader, null, { kind: 'resource', id: one });
      rules = facts.resource?.decisions;
      throw new Undo();
    });
    await expect(work).rejects.toThrow(Undo);
    expect(rules).toEqual({
      view: { rule: 'nodegroup of its graph', allows: true },
      change: { rule: 'anonymous', allows: false },
      delete: { rule: 'anonymous', allows: false },
    });
  });
});

describe('the rule that decides about changing and deleting, where no grant touches the caller', () => {
  const readable = grant(top, null, reading);
  const all = grant(bottom, null, everything);
  const decide = (right: 'change' | 'delete', draft: Draft) => said(draft, 'resource', one, right);

  it('is a nodegroup of its graph with that right', async () => {
    const draft = { nodegroupGrants: [readable, all] };
    expect(await decide('change', draft)).toMatch(/^yes, nodegroup .+ is writable$/);
    expect(await decide('delete', draft)).toMatch(
      /^yes, nodegroup .+ is deletable, and so are all of which it has tiles$/,
    );
    expect(await decide('change', { nodegroupGrants: [readable] })).toBe(
      'no, no nodegroup of its graph is writable',
    );
  });

  it('is no nodegroup of another graph', async () => {
    const draft = {
      nodegroupGrants: [readable, grant(foreign, null, everything)],
      tiles: [foreign],
    };
    expect(await decide('change', draft)).toMatch(/^no, /);
    expect(await decide('delete', draft)).toMatch(/^no, /);
  });

  it('is that there are tiles of a nodegroup that cannot be deleted', async () => {
    const draft = { nodegroupGrants: [readable, all], tiles: [top] };
    expect(await decide('delete', draft)).toMatch(
      /^no, it has tiles of nodegroup .+, which is not deletable$/,
    );
    expect(await decide('change', draft)).toMatch(/^yes, /);
  });
});
