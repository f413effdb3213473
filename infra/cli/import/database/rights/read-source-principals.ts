import { anonymousName, normalizeName } from '../../../accounts/account-names.ts';
import type { Source } from '../source.ts';
import type { SourcePrincipals, SourceUser } from './source-principals.ts';
import { rightOfCodename } from './codenames.ts';
import { editorGroupName } from './http-writers.ts';
import { noRights, type Rights } from './right-sets.ts';

/** Reads the accounts and groups of a source with their rights on all nodegroups. */
export async function readSourcePrincipals(source: Source): Promise<SourcePrincipals> {
  const groupRights = await readRights(source, 'auth_group_permissions', 'group_id');
  const userRights = await readRights(source, 'auth_user_user_permissions', 'user_id');
  const groups = (await source.read('select id, name from auth_group order by id')).map(
    ({ id, name }) => ({
      id: Number(id),
      name: name ?? '',
      rights: groupRights.get(Number(id)) ?? noRights,
    }),
  );
  const memberships = Map.groupBy(
    await source.read('select user_id, group_id from auth_user_groups order by group_id'),
    ({ user_id }) => Number(user_id),
  );
  const rows = await source.read(`select
  id,
  username,
  is_active::text,
  is_superuser::text
from auth_user
order by id`);
  const allUsers = rows.map(({ id, username, is_active, is_superuser }): SourceUser => ({
    id: Number(id),
    username: normalizeName(username ?? ''),
    isActive: is_active === 'true',
    isSuperuser: is_superuser === 'true',
    groups: (memberships.get(Number(id)) ?? []).map(({ group_id }) => Number(group_id)),
    rights: userRights.get(Number(id)) ?? noRights,
  }));
  return {
    groups,
    users: allUsers.filter(({ username }) => username !== anonymousName),
    anonymous: allUsers.find(({ username, isActive }) => isActive && username === anonymousName),
    guestId: groups.find(({ name }) => name === 'Guest')?.id,
    editorGroupId: groups.find(({ name }) => name === editorGroupName)?.id,
  };
}

async function readRights(
  source: Source,
  table: 'auth_group_permissions' | 'auth_user_user_permissions',
  holder: 'group_id' | 'user_id',
): Promise<ReadonlyMap<number, Rights>> {
  const rows = await source.read(`select a.${holder} as holder, p.codename
from ${table} a
join auth_permission p on p.id = a.permission_id
join django_content_type c on c.id = p.content_type_id
where c.app_label = 'models'
  and c.model = 'nodegroup'`);
  const byHolder = Map.groupBy(rows, ({ holder: id }) => Number(id));
  return new Map(
    [...byHolder].map(([id, rowsOfHolder]) => [
      id,
      new Set(rowsOfHolder.flatMap(({ codename }) => rightOfCodename(codename ?? '') ?? [])),
    ]),
  );
}
