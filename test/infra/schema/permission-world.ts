import fc from 'fast-check';

/** Where a right may come from: an account or a group, by its id. */
export type Principal = { readonly kind: 'account' | 'group'; readonly id: number };

export type NodegroupRights = {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
};

export type ResourceRights = {
  readonly view: boolean;
  readonly change: boolean;
  readonly delete: boolean;
};

export type Group = {
  readonly id: number;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly defaults: NodegroupRights;
};

export type Account = {
  readonly id: number;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  readonly groups: readonly number[];
};

export type Nodegroup = {
  readonly id: string;
  readonly graphId: string;
  readonly parentId: string | null;
};

export type Resource = {
  readonly id: string;
  readonly graphId: string;
  /** What its name was built from. */
  readonly needs: { readonly nodegroups: readonly string[]; readonly resources: readonly string[] };
  /** The nodegroups that it has a tile of; an import may leave some of another graph there. */
  readonly tileNodegroups: readonly string[];
};

export type Grant<Rights> = Rights & {
  /** The nodegroup or resource instance. */
  readonly on: string;
  readonly to: Principal;
  readonly noAccess: boolean;
};

/** Models, accounts and grants: all that the permission rules look at. */
export type World = {
  readonly graphs: readonly string[];
  readonly nodegroups: readonly Nodegroup[];
  readonly groups: readonly Group[];
  readonly accounts: readonly Account[];
  readonly resources: readonly Resource[];
  readonly nodegroupGrants: readonly Grant<NodegroupRights>[];
  readonly resourceGrants: readonly Grant<ResourceRights>[];
  /** Accounts that have a provisional edit of a tile. */
  readonly editors: readonly number[];
};

/** The graph of the platform's own settings. */
export const systemSettingsGraph = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/** An id that no account of a world has. */
export const unknownAccount = 999;

function idOf(kind: number, number: number): string {
  return `00000000-0000-4000-800${kind}-${String(number).padStart(12, '0')}`;
}

const graphIds = [idOf(1, 1), idOf(1, 2), systemSettingsGraph];
/** One in eight. */
const seldom = fc.nat({ max: 7 }).map((value) => value === 7);
/** One in three. */
const sometimes = fc.nat({ max: 2 }).map((value) => value === 2);
const mostly = seldom.map((value) => !value);
const nodegroupRights = fc.record({
  read: fc.boolean(),
  write: fc.boolean(),
  delete: fc.boolean(),
});
const resourceRights = fc.record({
  view: fc.boolean(),
  change: fc.boolean(),
  delete: fc.boolean(),
});

const groupNames = [
  { id: 1, name: 'Guest' },
  { id: 3, name: 'Resource Reviewer' },
  { id: 11, name: 'Surveyors' },
  { id: 12, name: 'Volunteers' },
];

const groups: fc.Arbitrary<readonly Group[]> = fc.tuple(
  ...groupNames.map(({ id, name }) =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(name),
      isAdministrator: seldom,
      defaults: nodegroupRights,
    }),
  ),
);

const accounts: fc.Arbitrary<readonly Account[]> = fc.tuple(
  ...[101, 102].map((id) =>
    fc.record({
      id: fc.constant(id),
      isActive: mostly,
      isAdministrator: seldom,
      groups: fc.subarray(groupNames.map((group) => group.id)),
    }),
  ),
);

/** Most nodegroups are below an earlier one, in its graph; the others are at the top of any graph. */
const nodegroups: fc.Arbitrary<readonly Nodegroup[]> = fc
  .array(
    fc.record({
      graphId: fc.constantFrom(...graphIds),
      above: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((drafts) => {
    const made: Nodegroup[] = [];
    for (const { graphId, above } of drafts) {
      const parent = above === null ? undefined : made[above % Math.max(made.length, 1)];
      made.push({
        id: idOf(2, made.length),
        graphId: parent?.graphId ?? graphId,
        parentId: parent?.id ?? null,
      });
    }
    return made;
  });

const principal: fc.Arbitrary<Principal> = fc.oneof(
  fc.record({ kind: fc.constant('account' as const), id: fc.constantFrom(101, 102) }),
  fc.record({
    kind: fc.constant('group' as const),
    id: fc.constantFrom(...groupNames.map(({ id }) => id)),
  }),
);

function grants<Rights>(
  on: readonly string[],
  rights: fc.Arbitrary<Rights>,
): fc.Arbitrary<readonly Grant<Rights>[]> {
  if (on.length === 0) return fc.constant([]);
  return fc.uniqueArray(
    fc
      .tuple(fc.record({ on: fc.constantFrom(...on), to: principal, noAccess: sometimes }), rights)
      .map(([grant, given]) => ({ ...given, ...grant })),
    { maxLength: 8, selector: ({ on: thing, to }) => `${thing} ${to.kind} ${to.id}` },
  );
}

function resources(of: readonly Nodegroup[]): fc.Arbitrary<readonly Resource[]> {
  const ids = [0, 1, 2, 3].map((number) => idOf(3, number));
  const anyOf = (list: readonly string[]): fc.Arbitrary<string[]> =>
    fc.subarray([...list], { maxLength: Math.min(2, list.length) });
  return fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        graphId: fc.constantFrom(...graphIds),
        needs: fc.record({ nodegroups: anyOf(of.map((one) => one.id)), resources: anyOf(ids) }),
        tileNodegroups: anyOf(of.map((one) => one.id)),
      }),
    ),
  );
}

/** Worlds small enough to be understood when one of them breaks a rule. */
export const worlds: fc.Arbitrary<World> = nodegroups
  .chain((made) => fc.tuple(fc.constant(made), resources(made)))
  .chain(([madeNodegroups, madeResources]) =>
    fc.record({
      graphs: fc.constant(graphIds),
      nodegroups: fc.constant(madeNodegroups),
      resources: fc.constant(madeResources),
      groups,
      accounts,
      nodegroupGrants: grants(
        madeNodegroups.map(({ id }) => id),
        nodegroupRights,
      ),
      resourceGrants: grants(
        madeResources.map(({ id }) => id),
        resourceRights,
      ),
      editors: fc.subarray([101, 102]),
    }),
  );

/**
 * Worlds in which nodegroups alone decide what an account may do with a resource instance that it sees: one for each way of
 * changing and deleting it.
 */
export const worldsOfNodegroupsAlone: readonly World[] = [true, false].flatMap((write) =>
  [true, false].map((mayDelete) => worldOfOneNodegroup({ read: true, write, delete: mayDelete })),
);

/** A world of one nodegroup and one resource instance, in which a group has rights by default and nothing is granted. */
function worldOfOneNodegroup(defaults: NodegroupRights): World {
  const graphId = idOf(1, 1);
  const nodegroup = { id: idOf(2, 0), graphId, parentId: null };
  const needs = { nodegroups: [], resources: [] };
  return {
    graphs: graphIds,
    nodegroups: [nodegroup],
    groups: groupNames.map(({ id, name }) => ({
      id,
      name,
      isAdministrator: false,
      defaults: name === 'Surveyors' ? defaults : { read: false, write: false, delete: false },
    })),
    accounts: [{ id: 101, isActive: true, isAdministrator: false, groups: [11] }],
    resources: [{ id: idOf(3, 0), graphId, needs, tileNodegroups: [nodegroup.id] }],
    nodegroupGrants: [],
    resourceGrants: [],
    editors: [],
  };
}

/** Everybody who may call in a world: the anonymous caller, its accounts, and an account that is unknown. */
export function callers(world: World): readonly (number | null)[] {
  return [null, ...world.accounts.map(({ id }) => id), unknownAccount];
}
