import { inTurn, type Asking, type Questions } from './question.ts';
import type { Caller, World } from './world.ts';

/** An export, and whom it names. */
export type NamedExport = {
  readonly name: string;
  readonly account: number | null;
  readonly group: number | null;
};

/** One export for each account and each group, and one that names nobody. */
export function exportsOf({ accounts, groups }: World): readonly NamedExport[] {
  return [
    { name: 'for-nobody', account: null, group: null },
    ...accounts.map(({ id }) => ({ name: `for-account-${id}-`, account: id, group: null })),
    ...groups.map(({ id }) => ({ name: `for-group-${id}-`, account: null, group: id })),
  ];
}

function isAdministrator({ groups }: World, caller: Caller): boolean {
  if (caller === null) return false;
  return (
    caller.isAdministrator ||
    groups.some(({ id, isAdministrator }) => isAdministrator && caller.groups.includes(id))
  );
}

/** The rule: those who are named, and administrators where nobody is. What Guest may fetch, every account may. */
function mayFetch(world: World, caller: Caller, { account, group }: NamedExport): boolean {
  if (account !== null) return caller?.id === account;
  if (group === null) return isAdministrator(world, caller);
  const isGuest = world.groups.some(({ id, name }) => id === group && name === 'Guest');
  return isGuest || caller?.groups.includes(group) === true;
}

/** GET /exports. Administrators know of all. */
const listQuestions: Asking = (world) => [
  {
    path: '/exports',
    expected: (caller) => {
      const all = exportsOf(world);
      const known = all.filter(
        (one) => isAdministrator(world, caller) || mayFetch(world, caller, one),
      );
      const unknown = all.filter((one) => !known.includes(one));
      return {
        status: caller === null && known.length === 0 ? 401 : 200,
        sentinels: new Set(),
        says: known.map(({ name }) => name),
        lacks: unknown.map(({ name }) => name),
      };
    },
  },
];

/** GET /exports/{name}: one that a caller may not fetch is not there for them. None of them was made. */
const fetchQuestions: Asking = (world, turn) =>
  inTurn(exportsOf(world), turn, 4).map((one) => ({
    path: `/exports/${one.name}`,
    expected: (caller) => {
      const says = ['has not been made yet'];
      if (mayFetch(world, caller, one)) return { status: 404, sentinels: new Set(), says };
      const status = caller === null ? 401 : 404;
      return { status, sentinels: new Set(), lacks: says, like: '/exports/unknown' };
    },
  }));

export const questions: Questions = {
  'list-exports': listQuestions,
  'get-export': fetchQuestions,
};
