import type { Access } from '../../../support/world/access.ts';
import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import type { World } from '../../../support/world/world.ts';

/** An export, and the account or group that it names. */
export type WorldExport = {
  readonly name: string;
  readonly account: number | null;
  readonly group: number | null;
};

/** An export for each account and each group, and one for nobody. */
export function worldExports({ rights }: World): readonly WorldExport[] {
  return [
    { name: 'for-nobody', account: null, group: null },
    ...rights.account.map(({ account_id: id }) => ({
      name: `for-account-${id}-`,
      account: id,
      group: null,
    })),
    ...rights.account_group.map(({ account_group_id: id }) => ({
      name: `for-group-${id}-`,
      account: null,
      group: id,
    })),
  ];
}

/** An export is for the account or group that it names, or else for administrators. An export for Guest is for every account. */
function mayFetch({ rights }: World, access: Access, { account, group }: WorldExport): boolean {
  if (account !== null) return access.accountId === account;
  if (group === null) return access.isAdministrator;
  const isGuest = rights.account_group.some(
    (row) => row.account_group_id === group && row.name === 'Guest',
  );
  return isGuest || access.groupIds.includes(group);
}

/** GET /exports: administrators see all exports. */
const listRequests: ChooseRequests = (world) => [
  {
    path: '/exports',
    expected: (access) => {
      const allExports = worldExports(world);
      const visibleExports = allExports.filter(
        (one) => access.isAdministrator || mayFetch(world, access, one),
      );
      const otherExports = allExports.filter((one) => !visibleExports.includes(one));
      return {
        status: access.isAnonymous && visibleExports.length === 0 ? 401 : 200,
        sentinels: new Set(),
        includes: visibleExports.map(({ name }) => name),
        excludes: otherExports.map(({ name }) => name),
      };
    },
  },
];

/** GET /exports/{name}: an export that the caller may not fetch gets a 404, as if it did not exist. No export has a file yet. */
const fetchRequests: ChooseRequests = (world, turn) =>
  rotate(worldExports(world), turn, 4).map((worldExport) => ({
    path: `/exports/${worldExport.name}`,
    expected: (access) => {
      const includes = ['has not been made yet'];
      if (mayFetch(world, access, worldExport))
        return { status: 404, sentinels: new Set(), includes };
      const status = access.isAnonymous ? 401 : 404;
      return { status, sentinels: new Set(), excludes: includes, sameAs: '/exports/unknown' };
    },
  }));

export const requests: RequestsByOperation = {
  'list-exports': listRequests,
  'get-export': fetchRequests,
};
