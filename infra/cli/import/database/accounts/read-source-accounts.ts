import type { ModelRecord } from '../../accounts/read-accounts.ts';
import type { Source, SourceRow } from '../source.ts';

/** The accounts and groups of a source as Django serializes them, and the ids of accounts with a second factor. */
export type SourceAccounts = {
  readonly records: readonly ModelRecord[];
  readonly accountsWithSecondFactor: ReadonlySet<number>;
};

/** Reads the accounts and groups of a source, without memberships. */
export async function readSourceAccounts(source: Source): Promise<SourceAccounts> {
  const groups = await source.read('select id, name from auth_group order by id');
  const users = await source.read(`select
  id,
  username,
  first_name,
  last_name,
  email,
  password,
  is_active::text,
  is_superuser::text,
  to_char(date_joined at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date_joined
from auth_user
order by id`);
  return {
    records: [...groups.map(toGroupRecord), ...users.map(toUserRecord)],
    accountsWithSecondFactor: await readSecondFactors(source),
  };
}

function toGroupRecord({ id, name }: SourceRow): ModelRecord {
  return {
    model: 'auth.group',
    pointer: `/auth_group/${id}`,
    value: { pk: Number(id), fields: { name } },
  };
}

function toUserRecord({ id, is_active, is_superuser, ...fields }: SourceRow): ModelRecord {
  return {
    model: 'auth.user',
    pointer: `/auth_user/${id}`,
    value: {
      pk: Number(id),
      fields: {
        ...fields,
        is_active: is_active === 'true',
        is_superuser: is_superuser === 'true',
      },
    },
  };
}

async function readSecondFactors(source: Source): Promise<ReadonlySet<number>> {
  const columns = await source.read(`select column_name
from information_schema.columns
where table_schema = 'public'
  and table_name = 'user_profile'
  and column_name = 'encrypted_mfa_hash'`);
  if (columns.length === 0) return new Set();
  const rows = await source.read(`select user_id
from user_profile
where coalesce(encrypted_mfa_hash, '') <> ''`);
  return new Set(rows.map(({ user_id }) => Number(user_id)));
}
