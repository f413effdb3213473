import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { roleName } from '../../../infra/local/database/database.ts';
import { functionDatabaseRoles, type FunctionDatabaseRole } from '../../../lib/capabilities.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../lib/data-api/errors.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

/** What each role may change, by table. Columns are in parentheses if it may not change the others. */
const changes: Readonly<Record<FunctionDatabaseRole, Readonly<Record<string, string>>>> = {
  read: {},
  write: {
    activity: 'insert',
    activity_counter: 'update',
    date_entry: 'insert delete',
    edit_log: 'insert',
    entry_word: 'insert',
    feature: 'insert update delete',
    file: 'insert update(unnamed_since)',
    file_use: 'insert delete',
    grant_set: 'insert',
    id_entry: 'insert delete',
    idempotency_key: 'insert delete',
    language: 'insert',
    last_change: 'update',
    lock_of_names: 'delete',
    mobile_project: 'insert update delete',
    mobile_project_account: 'insert update delete',
    mobile_project_card: 'insert update delete',
    mobile_project_group: 'insert update delete',
    name_entry: 'insert delete',
    name_mark: 'insert update delete',
    name_source: 'insert update delete',
    name_word: 'insert',
    named_lock: 'insert update',
    number_entry: 'insert delete',
    pending_file: 'insert delete',
    resource: 'insert update delete',
    resource_relation: 'insert update delete',
    source_set: 'insert',
    spatial_view: 'insert update delete',
    taken_value: 'insert update',
    tile: 'insert update delete',
    upload_count: 'insert update',
    word_entry: 'insert delete',
  },
  'sign-in': {
    account: 'update(last_sign_in_at,password_hash)',
    browser_session: 'insert update(expires_at) delete',
    oauth_application: 'update(client_secret_hash,updated_at)',
    refresh_token: 'insert update delete',
    sign_in_attempt: 'insert update delete',
    token_family: 'insert update delete',
  },
  revoke: {
    browser_session: 'delete',
    oauth_application: 'update(client_secret_hash)',
    sign_in_attempt: 'insert update delete',
    token_family: 'update(revoked_at)',
  },
  administer: {
    access_change: 'insert',
    account: 'insert(is_application,username) update(is_active,username)',
    group_member: 'delete',
    last_change: 'update(changed_at,is_pending)',
    nodegroup_grant: 'delete',
    oauth_application: 'insert update delete',
    resource_grant: 'delete',
  },
  export: {
    export_job: 'update(due_at,error,failures,lease_owner,lease_token,leased_until,skipped_at)',
    export_part: 'insert update delete',
    export_run: 'insert update delete',
  },
  derive: {
    file: 'update(examinations,examined_at,has_place,height,problem,width)',
    file_derivative: 'insert update delete',
  },
};

/** The roles that may read each column with a secret, or with what a person typed. */
const readersOfSecrets: Readonly<Record<string, readonly FunctionDatabaseRole[]>> = {
  'account.password_hash': ['sign-in'],
  'oauth_application.client_secret_hash': ['sign-in', 'revoke', 'administer'],
  'refresh_token.token_hash': ['sign-in', 'revoke'],
  'refresh_token.successor_hash': ['sign-in', 'revoke'],
  'browser_session.session_hash': ['sign-in', 'revoke'],
  'token_family.session_hash': ['sign-in'],
  'sign_in_attempt.name_key': ['sign-in', 'revoke'],
  'sign_in_attempt.address_key': ['sign-in', 'revoke'],
  'idempotency_key.idempotency_key': ['write'],
  'export_job.lease_token': ['export'],
};

/** The tables that no function uses. */
const unusedTables = [
  'schema_definition',
  'stale_result',
  'origin',
  'unlisted_change',
  'imported_account',
  'imported_application',
  'removed_membership',
  'overridden_grant',
];

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  isReadable: z.boolean(),
  change: z.string(),
});

let stack: TestStack;
let clients: ReadonlyMap<FunctionDatabaseRole, DataApi>;

beforeAll(async () => {
  stack = await openTestStack();
  clients = new Map(
    functionDatabaseRoles.map((role) => [role, createTestDataApi(stack.server.url, role)]),
  );
});

afterAll(async () => stack.close());

/** Lists the tables with what a role may do with them, from the catalogue. */
async function listTables(
  role: FunctionDatabaseRole,
): Promise<readonly z.infer<typeof tableSchema>[]> {
  const rows = await stack.owner.read(
    rawSql(`select jsonb_build_object(
  'name', c.oid::regclass,
  'columns', (
    select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
    from pg_attribute a
    where a.attrelid = c.oid
      and a.attnum > 0
      and not a.attisdropped
  ),
  'isReadable', has_any_column_privilege('${roleName(role)}', c.oid, 'select') or has_table_privilege('${roleName(role)}', c.oid, 'select'),
  'change', (
    select coalesce(string_agg(g.change, ' ' order by g.position), '')
    from (
      select p.position, p.privilege as change
      from unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) with ordinality as p (privilege, position)
      where has_table_privilege('${roleName(role)}', c.oid, p.privilege)
      union all
      select p.position, p.privilege || '(' || string_agg(a.attname, ',' order by a.attname collate "C") || ')'
      from unnest(array['insert', 'update', 'references']) with ordinality as p (privilege, position)
      join pg_attribute a
        on a.attrelid = c.oid
        and a.attnum > 0
        and not a.attisdropped
        and has_column_privilege('${roleName(role)}', c.oid, a.attnum, p.privilege)
      where not has_table_privilege('${roleName(role)}', c.oid, p.privilege)
      group by p.position, p.privilege
    ) g
  )
)::text
from pg_class c
where c.relkind = 'r'
  and c.relnamespace in ('public'::regnamespace, 'spatial_layer'::regnamespace)
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
order by c.relname`),
  );
  return rows.map(([text]) => tableSchema.parse(JSON.parse(String(text))));
}

/** Whether a role may run a statement. PostgreSQL checks that before it runs anything. */
async function isAllowed(role: FunctionDatabaseRole, statement: string): Promise<boolean> {
  try {
    await clients.get(role)?.read(rawSql(`explain ${statement}`));
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlState === '42501') return false;
    throw error;
  }
}

/** The statements that change a table, by the right that they need. A table without columns can only be locked or deleted from. */
function listAttempts(
  name: string,
  [column]: readonly string[],
): readonly (readonly [string, string])[] {
  const deletion = ['delete', `delete from ${name}`] as const;
  if (column === undefined) return [deletion];
  return [
    ['insert', `insert into ${name} (${column}) values (default)`],
    ['update', `update ${name} set ${column} = default`],
    deletion,
  ];
}

describe.each(functionDatabaseRoles)('the database role %s', (role) => {
  it('may change exactly the listed tables and columns', async () => {
    const tables = await listTables(role);
    expect(tables.length).toBeGreaterThan(50);
    const changeable = tables.filter(({ change }) => change !== '');
    expect(Object.fromEntries(changeable.map(({ name, change }) => [name, change]))).toEqual(
      changes[role],
    );
  });

  it('is refused every other insertion, update and deletion', async () => {
    const tables = takeInTurn(await listTables(role), functionDatabaseRoles.indexOf(role), 20);
    for (const { name, columns } of tables) {
      const allowed = changes[role][name]?.split(' ') ?? [];
      for (const [change, statement] of listAttempts(name, columns)) {
        expect([statement, await isAllowed(role, statement)]).toEqual([
          statement,
          allowed.includes(change),
        ]);
      }
    }
  });

  it('reads secrets only if it needs them', async () => {
    for (const [name, readers] of Object.entries(readersOfSecrets)) {
      const [table = '', column = ''] = name.split('.');
      expect([name, await isAllowed(role, `select ${column} from ${table}`)]).toEqual([
        name,
        readers.includes(role),
      ]);
    }
  });

  it('cannot make an administrator, or read the tables of spatial views', async () => {
    for (const statement of [
      'update account set is_administrator = true',
      'insert into account (username, is_administrator) values (null, true)',
      'insert into group_member (account_id, account_group_id) values (1, 7)',
      'update account_group set is_administrator = true',
      'insert into nodegroup_grant (account_id, can_read) values (1, true)',
      'update rights set reads_by_default = true',
      'select spatial_view_id from spatial_layer.made_view',
    ]) {
      expect([statement, await isAllowed(role, statement)]).toEqual([statement, false]);
    }
  });

  it('may create neither tables nor views', async () => {
    await expect(
      clients.get(role)?.write(rawSql('create table mine (id integer)')),
    ).rejects.toMatchObject({ sqlState: '42501' });
  });
});

describe('a table', () => {
  it('can be used by functions only if grants.sql permits it', async () => {
    const tables = await Promise.all(functionDatabaseRoles.map(listTables));
    const used = new Set(
      tables
        .flat()
        .filter(({ isReadable, change }) => isReadable || change !== '')
        .map(({ name }) => name),
    );
    const rows = await stack.owner.read(
      rawSql(`select c.relname::text
from pg_class c
where c.relkind in ('r', 'v', 'p')
  and c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`),
    );
    const views = [
      'geometry_layer',
      'geometry_layer_column',
      'held_node',
      'hierarchy_link',
      'related_link',
    ];
    const undecided = rows
      .flat()
      .map(String)
      .filter((name) => !used.has(name));
    expect(new Set(undecided)).toEqual(new Set([...unusedTables, ...views]));
    await stack.owner.write(rawSql('create table later (id integer)'));
    for (const role of functionDatabaseRoles) {
      expect(await isAllowed(role, 'select id from later')).toBe(false);
    }
  });
});

describe('the function that fills spatial views', () => {
  it('can be called only by writers, because it writes with the rights of the owner', async () => {
    const callers: FunctionDatabaseRole[] = [];
    for (const role of functionDatabaseRoles) {
      const outcome = await clients
        .get(role)
        ?.write(rawSql('select fill_spatial_views()::text'))
        .catch((error: unknown) => error);
      if (!(outcome instanceof DatabaseError)) callers.push(role);
    }
    expect(callers).toEqual(['write']);
  });
});
