import { integerBetween, onceIn, pickOne, type Draw } from '../../../../../support/random/draw.ts';
import { djangoHash, type FollowedSource } from './followed-source.ts';

/** The tables of a source with accounts and rights. */
const tables = [
  'auth_user',
  'auth_group',
  'auth_user_groups',
  'auth_user_user_permissions',
  'auth_group_permissions',
  'guardian_userobjectpermission',
  'guardian_groupobjectpermission',
] as const;

/** Copies the tables that random changes write to. */
export async function rememberAccounts(source: FollowedSource): Promise<void> {
  await source.run(
    tables.map((table) => `create table former_${table} as table ${table};`).join('\n'),
  );
}

/** Undoes all random changes. */
export async function restoreAccounts(source: FollowedSource): Promise<void> {
  await source.run(
    [
      'set session_replication_role = replica;',
      ...tables.map((table) => `delete from ${table}; insert into ${table} table former_${table};`),
    ].join('\n'),
  );
}

/** What random changes can refer to. */
export type ChangeTargets = {
  readonly nodegroups: readonly string[];
  readonly resources: readonly string[];
};

const names = ['ravi', 'edith', 'cora', 'lone', 'olaf', 'nina', 'omar'];

/** Makes a random change of the accounts and rights of a source, as its administrators could. */
export async function changeAtRandom(
  draw: Draw,
  changes: FollowedSource,
  { nodegroups, resources }: ChangeTargets,
): Promise<void> {
  const read = async (query: string): Promise<readonly number[]> =>
    changes.read(async (source) => (await source.read(query)).map(({ id }) => Number(id)));
  const users = await read(`select id from auth_user where username <> 'anonymous' order by id`);
  const groups = await read('select id from auth_group order by id');
  const user = pickOne(draw, users);
  const group = pickOne(draw, groups);
  const toggle = (table: string, columns: Readonly<Record<string, number | string>>): string => {
    const values = Object.values(columns).map((value) => `'${value}'`);
    const conditions = Object.entries(columns).map(([name, value]) => `${name} = '${value}'`);
    return `with removed as (
  delete from ${table}
  where ${conditions.join(' and ')}
  returning 1
)
insert into ${table} (${Object.keys(columns).join(', ')})
select ${values.map((value, index) => `${value}::${Object.keys(columns)[index] === 'object_pk' ? 'text' : 'integer'}`).join(', ')}
where not exists (select from removed)`;
  };
  const findPermission = async (
    codename: string,
  ): Promise<{ permission_id: number; content_type_id: number }> => {
    const [row] = await changes.read((source) =>
      source.read(`select p.id, p.content_type_id
from auth_permission p
join django_content_type c on c.id = p.content_type_id
where p.codename = '${codename}'
  and c.app_label = 'models'`),
    );
    return {
      permission_id: Number(row?.['id']),
      content_type_id: Number(row?.['content_type_id']),
    };
  };
  const toggleRow = async (objects: readonly string[], codenames: readonly string[]) => {
    const permission = await findPermission(pickOne(draw, codenames));
    const [table, principal] = onceIn(draw, 2)
      ? (['guardian_userobjectpermission', { user_id: user }] as const)
      : (['guardian_groupobjectpermission', { group_id: group }] as const);
    await changes.run(
      toggle(table, { object_pk: pickOne(draw, objects), ...permission, ...principal }),
    );
  };
  const nodegroupCodenames = ['read_nodegroup', 'write_nodegroup', 'delete_nodegroup'];
  const kinds: readonly (() => Promise<void>)[] = [
    () => changes.run(`update auth_user set is_active = not is_active where id = ${user}`),
    () => changes.run(`update auth_user set is_superuser = not is_superuser where id = ${user}`),
    () =>
      changes.run(
        `update auth_user set password = '${djangoHash(`password ${integerBetween(draw, 0, 3)}`)}' where id = ${user}`,
      ),
    async () => {
      if (users.length > 2) await changes.deleteUser(user);
    },
    () =>
      changes.run(`insert into auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff, is_active, date_joined)
select max(u.id) + 1, '${pickOne(draw, names)}', '${djangoHash('password 4')}', ${onceIn(draw, 3)}, '', '', '', false, true, clock_timestamp()
from auth_user u
on conflict do nothing`),
    () =>
      changes
        .run(`update auth_user
set username = '${pickOne(draw, names)}'
where id = ${user}
  and not exists (select from auth_user o where o.username = '${pickOne(draw, names)}')`)
        .catch(() => undefined),
    () => changes.run(toggle('auth_user_groups', { user_id: user, group_id: group })),
    () => changes.run(toggle('auth_user_groups', { user_id: user, group_id: group })),
    () => toggleRow(nodegroups, [...nodegroupCodenames, 'no_access_to_nodegroup']),
    () =>
      toggleRow(resources, [
        'view_resourceinstance',
        'change_resourceinstance',
        'delete_resourceinstance',
        'no_access_to_resourceinstance',
      ]),
    async () => {
      const { permission_id } = await findPermission(pickOne(draw, nodegroupCodenames));
      await changes.run(toggle('auth_group_permissions', { group_id: group, permission_id }));
    },
    async () => {
      const { permission_id } = await findPermission(pickOne(draw, nodegroupCodenames));
      await changes.run(toggle('auth_user_user_permissions', { user_id: user, permission_id }));
    },
    () =>
      changes.run(
        `update auth_group set name = 'Group ' || ${group} where id = ${group} and name not like 'Guest'`,
      ),
  ];
  await pickOne(draw, kinds)();
}
