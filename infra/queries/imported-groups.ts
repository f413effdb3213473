import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import { intArray, json, sql } from '../../lib/data-api/sql.ts';

/** The defaults that an import gives a group. */
export type ImportedDefaults = {
  readonly account_group_id: number;
  readonly can_read: boolean;
  readonly can_write: boolean;
  readonly can_delete: boolean;
  /** The same rights as a text such as `read, write`. The next import compares it, to notice changes made in this service. */
  readonly imported_defaults: string;
};

const changedDefaultsSchema = z
  .object({
    name: z.string(),
    /** The former defaults, such as `read, write`. */
    before: z.string(),
    imported: z.string(),
    /** Whether the former defaults stay, because they were changed in this service since the last import. */
    isKept: z.boolean(),
  })
  .readonly();

export type ChangedDefaults = z.output<typeof changedDefaultsSchema>;

/**
 * Sets the defaults of groups, except of those whose defaults were changed in this service since the last import.
 * @returns the groups whose former defaults differed
 */
export function mergeImportedDefaults(
  rows: readonly ImportedDefaults[],
): RowsQuery<readonly ChangedDefaults[]> {
  return manyRows(
    sql`with incoming as (
  select r.*
  from jsonb_to_recordset(${json(rows)}) as r (
    account_group_id integer,
    can_read boolean,
    can_write boolean,
    can_delete boolean,
    imported_defaults text
  )
),
compared as materialized (
  select
    g.name,
    b.before,
    i.*,
    g.imported_defaults is not null and g.imported_defaults <> b.before as is_kept
  from incoming i
  join account_group g on g.account_group_id = i.account_group_id
  cross join lateral (
    select coalesce(
      nullif(
        concat_ws(
          ', ',
          case when g.can_read then 'read' end,
          case when g.can_write then 'write' end,
          case when g.can_delete then 'delete' end
        ),
        ''
      ),
      'nothing'
    ) as before
  ) b
  where g.imported_defaults is distinct from i.imported_defaults
    or b.before <> i.imported_defaults
),
updated as (
  update account_group g
  set
    can_read = c.can_read,
    can_write = c.can_write,
    can_delete = c.can_delete,
    imported_defaults = c.imported_defaults
  from compared c
  where g.account_group_id = c.account_group_id
    and not c.is_kept
)
select jsonb_build_object(
  'name', c.name,
  'before', c.before,
  'imported', c.imported_defaults,
  'isKept', c.is_kept
)::text
from compared c
where c.before <> c.imported_defaults
order by c.name collate "C"`,
    changedDefaultsSchema,
  );
}

const mergedMembersSchema = z.object({ created: z.number(), removed: z.number() });

/**
 * Makes the imported memberships of accounts equal to `rows`. Memberships that were made in this service stay. A membership that
 * `rows` no longer contains is removed, also if grants of the group withhold rights: grants are planned for the members in the source.
 * @param accounts the ids of all imported accounts
 */
export function mergeImportedMembers(
  accounts: readonly number[],
  rows: readonly { readonly account_id: number; readonly account_group_id: number }[],
): RowsQuery<z.infer<typeof mergedMembersSchema>> {
  return oneRow(
    sql`with incoming as materialized (
  select r.*
  from jsonb_to_recordset(${json(rows)}) as r (account_id integer, account_group_id integer)
),
obsolete as materialized (
  select m.account_id, m.account_group_id
  from group_member m
  where m.is_imported
    and m.account_id = any (${intArray(accounts)})
    and not exists (
      select
      from incoming i
      where i.account_id = m.account_id
        and i.account_group_id = m.account_group_id
    )
),
created as (
  insert into group_member (account_id, account_group_id, is_imported)
  select i.account_id, i.account_group_id, true
  from incoming i
  on conflict (account_id, account_group_id) do nothing
  returning 1
),
removed as (
  delete from group_member m
  using obsolete o
  where m.account_id = o.account_id
    and m.account_group_id = o.account_group_id
  returning 1
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'removed', (select count(*) from removed)
)::text`,
    mergedMembersSchema,
  );
}
