import {
  pickOne,
  integerBetween,
  onceIn,
  repeat,
  pickSome,
  type Draw,
} from '../../support/random/draw.ts';
import type { Account, Grant, Group, Model, Resource, World } from './world.ts';

export const roles = [
  'administrator',
  'reviewer',
  'surveyor',
  'volunteer',
  'stranger',
  'former',
] as const;

/** The username of an account, and what it is in every world. A former account is deactivated. */
export type Role = (typeof roles)[number];

export const groupNames = [
  'Guest',
  'Resource Reviewer',
  'System Administrator',
  'Surveyors',
  'Volunteers',
] as const;

export type GroupName = (typeof groupNames)[number];

/** Who is there before any world: accounts and groups by name. */
export type People = {
  readonly accounts: ReadonlyMap<Role, number>;
  readonly groups: ReadonlyMap<GroupName, number>;
};

/**
 * The id of an account or a group.
 * @throws Error where there is none of that name
 */
export function idOf<Name extends string>(ids: ReadonlyMap<Name, number>, name: Name): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is nobody called ${name}.`);
  return id;
}

/** How rights are given: where most is open, what is closed is often the only reason why something is not to be seen. */
type Manner = {
  /** Once in so many times. */
  readonly defaultIsClosed: number;
  readonly grantIsOpen: number;
  readonly grantCloses: number;
  readonly grants: readonly [least: number, most: number];
};

const manners: readonly Manner[] = [
  { defaultIsClosed: 12, grantIsOpen: 4, grantCloses: 1.5, grants: [3, 7] },
  { defaultIsClosed: 2, grantIsOpen: 2, grantCloses: 3, grants: [3, 9] },
];

/** Groups that an account may be in without being somebody else. */
const ordinaryGroups = ['Guest', 'Surveyors', 'Volunteers'] as const;

const groupOfRole: Readonly<Partial<Record<Role, GroupName>>> = {
  administrator: 'System Administrator',
  reviewer: 'Resource Reviewer',
  surveyor: 'Surveyors',
  volunteer: 'Volunteers',
};

/** Who is who in a world, and what they may do. */
export function makeRights(
  draw: Draw,
  people: People,
  models: readonly Model[],
  resources: readonly Resource[],
): Pick<World, 'groups' | 'accounts' | 'nodegroupGrants' | 'resourceGrants'> {
  const manner = pickOne(draw, manners);
  const nodegroups = models.flatMap((model) => model.nodegroups.map(({ id }) => id));
  // What texts are made of is closed more often than by chance.
  const told = models.flatMap(({ templates }) =>
    Object.values(templates).map(({ nodegroupId }) => nodegroupId),
  );
  return {
    groups: groupNames.map((name) => makeGroup(draw, name, people, manner)),
    accounts: roles.map((role) => makeAccount(draw, role, people)),
    nodegroupGrants: makeGrants(draw, people, [...nodegroups, ...told], manner),
    resourceGrants: makeGrants(
      draw,
      people,
      resources.map(({ id }) => id),
      manner,
    ),
  };
}

function makeGroup(
  draw: Draw,
  name: GroupName,
  { groups }: People,
  { defaultIsClosed }: Manner,
): Group {
  return {
    id: idOf(groups, name),
    name,
    isAdministrator: name === 'System Administrator',
    readsByDefault: !onceIn(draw, defaultIsClosed),
    readsHistory: onceIn(draw, 4),
    writesByDefault: onceIn(draw, 2),
  };
}

/** An administrator is one by the account or by a group. */
function makeAccount(draw: Draw, role: Role, { accounts, groups }: People): Account {
  const isAdministrator = role === 'administrator' && onceIn(draw, 2);
  const ofRole = isAdministrator ? undefined : groupOfRole[role];
  const names = new Set<GroupName>([
    ...(role === 'stranger' ? [] : pickSome(draw, ordinaryGroups)),
    ...(ofRole === undefined ? [] : [ofRole]),
  ]);
  return {
    id: idOf(accounts, role),
    username: role,
    isActive: role !== 'former',
    isAdministrator,
    groups: [...names].map((name) => idOf(groups, name)),
  };
}

function makeGrants(
  draw: Draw,
  { accounts, groups }: People,
  things: readonly string[],
  { grantIsOpen, grantCloses, grants: [least, most] }: Manner,
): readonly Grant[] {
  const granted = repeat(integerBetween(draw, least, most), (): Grant => ({
    on: pickOne(draw, things),
    to: onceIn(draw, 2)
      ? { kind: 'account', id: idOf(accounts, pickOne(draw, roles)) }
      : { kind: 'group', id: idOf(groups, pickOne(draw, groupNames)) },
    mayRead: onceIn(draw, grantIsOpen),
    mayWrite: onceIn(draw, 2),
    noAccess: integerBetween(draw, 1, 6) * grantCloses <= 6,
  }));
  const key = ({ on, to }: Grant): string => `${on} ${to.kind} ${to.id}`;
  return [...new Map(granted.map((grant) => [key(grant), grant])).values()];
}
