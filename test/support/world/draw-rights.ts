import { pickOne, integerBetween, onceIn, repeat, pickSome, type Draw } from '../random/draw.ts';
import type { Row } from './tables.ts';
import type { WorldModel, WorldResource, WorldRights } from './world.ts';

export const worldAccounts = [
  'administrator',
  'reviewer',
  'surveyor',
  'volunteer',
  'stranger',
  'former',
] as const;

/** The username of an account, which has the same role in every world. The former account is deactivated. */
export type WorldAccount = (typeof worldAccounts)[number];

export const worldGroups = [
  'Guest',
  'Resource Reviewer',
  'System Administrator',
  'Surveyors',
  'Volunteers',
] as const;

export type WorldGroup = (typeof worldGroups)[number];

/** Ids of the accounts and groups that exist before any world, by name. */
export type WorldPrincipals = {
  readonly accounts: ReadonlyMap<WorldAccount, number>;
  readonly groups: ReadonlyMap<WorldGroup, number>;
};

/**
 * Finds the id of an account or a group.
 * @throws Error if the name is unknown
 */
export function findPrincipalId<Name extends string>(
  ids: ReadonlyMap<Name, number>,
  name: Name,
): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`No account or group has the name ${name}.`);
  return id;
}

/**
 * How often rights are granted: for example, one in `openGrantOneIn` grants permits reading, on average. If most data is open, a single
 * grant of no_access is often the only reason why something is not visible.
 */
type RightsProfile = {
  /** One in this number of groups cannot read by default. */
  readonly closedDefaultOneIn: number;
  readonly openGrantOneIn: number;
  /** One in this number of grants is a grant of no_access. */
  readonly closingGrantOneIn: number;
  /** The minimum and maximum number of grants on nodegroups. The same limits apply to grants on resource instances. */
  readonly grantCount: readonly [min: number, max: number];
};

const rightsProfiles: readonly RightsProfile[] = [
  { closedDefaultOneIn: 12, openGrantOneIn: 4, closingGrantOneIn: 1.5, grantCount: [3, 7] },
  { closedDefaultOneIn: 2, openGrantOneIn: 2, closingGrantOneIn: 3, grantCount: [3, 9] },
];

/** Groups that any account can join without changing its role. */
const ordinaryGroups = ['Guest', 'Surveyors', 'Volunteers'] as const;

const groupOfAccount: Readonly<Partial<Record<WorldAccount, WorldGroup>>> = {
  administrator: 'System Administrator',
  reviewer: 'Resource Reviewer',
  surveyor: 'Surveyors',
  volunteer: 'Volunteers',
};

/** Draws the accounts, groups, memberships and grants of a world. */
export function drawRights(
  draw: Draw,
  principals: WorldPrincipals,
  models: readonly WorldModel[],
  resources: readonly WorldResource[],
): WorldRights {
  const profile = pickOne(draw, rightsProfiles);
  const nodegroups = models.flatMap((model) => model.nodegroups.map(({ id }) => id));
  // The nodegroups that texts are made from are closed more often than by chance.
  const textNodegroups = models.flatMap(({ templates }) =>
    Object.values(templates).map(({ nodegroupId }) => nodegroupId),
  );
  const groups = worldGroups.map((name) => drawGroup(draw, name, principals, profile));
  const accounts = worldAccounts.map((name) => drawAccount(draw, name, principals));
  return {
    account: accounts.map(({ account }) => account),
    account_group: groups,
    group_member: accounts.flatMap(({ account, groupIds }) =>
      groupIds.map((group) => ({ account_id: account.account_id, account_group_id: group })),
    ),
    nodegroup_grant: drawGrants(draw, principals, [...nodegroups, ...textNodegroups], profile).map(
      ({ id, mayRead, mayWrite, ...grant }) => ({
        nodegroup_id: id,
        ...grant,
        can_read: mayRead,
        can_write: mayWrite,
        can_delete: false,
      }),
    ),
    resource_grant: drawGrants(
      draw,
      principals,
      resources.map(({ id }) => id),
      profile,
    ).map(({ id, mayRead, mayWrite, ...grant }) => ({
      resource_id: id,
      ...grant,
      can_view: mayRead,
      can_change: mayWrite,
      can_delete: false,
    })),
  };
}

function drawGroup(
  draw: Draw,
  name: WorldGroup,
  { groups }: WorldPrincipals,
  { closedDefaultOneIn }: RightsProfile,
): Row<'account_group'> {
  return {
    account_group_id: findPrincipalId(groups, name),
    name,
    is_administrator: name === 'System Administrator',
    can_read: !onceIn(draw, closedDefaultOneIn),
    can_read_history: onceIn(draw, 4),
    can_write: onceIn(draw, 2),
    can_delete: false,
  };
}

/** Draws an account. The administrator has its rights from the account itself or from a group. */
function drawAccount(draw: Draw, name: WorldAccount, { accounts, groups }: WorldPrincipals) {
  const isAdministrator = name === 'administrator' && onceIn(draw, 2);
  const ownGroup = isAdministrator ? undefined : groupOfAccount[name];
  const joinedGroups = new Set<WorldGroup>([
    ...(name === 'stranger' ? [] : pickSome(draw, ordinaryGroups)),
    ...(ownGroup === undefined ? [] : [ownGroup]),
  ]);
  const account: Row<'account'> = {
    account_id: findPrincipalId(accounts, name),
    username: name,
    is_active: name !== 'former',
    is_administrator: isAdministrator,
  };
  return { account, groupIds: [...joinedGroups].map((group) => findPrincipalId(groups, group)) };
}

function drawGrants(
  draw: Draw,
  { accounts, groups }: WorldPrincipals,
  ids: readonly string[],
  { openGrantOneIn, closingGrantOneIn, grantCount: [min, max] }: RightsProfile,
) {
  const grants = repeat(integerBetween(draw, min, max), () => ({
    id: pickOne(draw, ids),
    ...(onceIn(draw, 2)
      ? {
          account_id: findPrincipalId(accounts, pickOne(draw, worldAccounts)),
          account_group_id: null,
        }
      : {
          account_id: null,
          account_group_id: findPrincipalId(groups, pickOne(draw, worldGroups)),
        }),
    mayRead: onceIn(draw, openGrantOneIn),
    mayWrite: onceIn(draw, 2),
    no_access: integerBetween(draw, 1, 6) * closingGrantOneIn <= 6,
  }));
  const keyOf = (grant: (typeof grants)[number]): string =>
    [grant.id, grant.account_id, grant.account_group_id].join();
  return [...new Map(grants.map((grant) => [keyOf(grant), grant])).values()];
}
