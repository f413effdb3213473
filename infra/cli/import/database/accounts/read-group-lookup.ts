import type { StoredGroup } from '../../accounts/queries/write-accounts.ts';
import { readSourcePrincipals } from '../rights/read-source-principals.ts';
import type { Source } from '../source.ts';
import type { GroupLookup } from './account-differences.ts';
import { importedGroupName } from './adapt-accounts.ts';

/** Reads the memberships of a source. */
export async function readGroupLookup(
  source: Source,
  storedGroups: readonly StoredGroup[],
): Promise<GroupLookup> {
  const { groups, users } = await readSourcePrincipals(source);
  const namesById = new Map(
    groups.map(({ id, name }) => [id, importedGroupName(name, storedGroups)]),
  );
  const namesByAccount = new Map(
    users.map((user) => [user.id, new Set(user.groups.flatMap((id) => namesById.get(id) ?? []))]),
  );
  return ({ id }) => (id === null ? undefined : namesByAccount.get(id)) ?? new Set();
}
