import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { boolean, intArray, json, sql, type Statement } from '../../../../../lib/data-api/sql.ts';
import {
  endedSessionsExpression,
  endedSessionsSchema,
  endedSessionsTables,
} from '../../../accounts/queries/ended-sessions.ts';

/** Ends the access tokens of the accounts in the CTE `changed`. */
const invalidateTokens: Statement = sql`update account a
  set tokens_valid_from = clock_timestamp()
  from changed c
  where a.account_id = c.account_id`;

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
 * Sets the defaults of groups, except of those whose defaults were changed in this service since the last import. Ends the sessions of the
 * members of groups that lose a right.
 * @param undoesChanges whether those that were changed in this service are set too
 * @returns the groups whose former defaults differed
 */
export function mergeImportedDefaults(
  rows: readonly ImportedDefaults[],
  undoesChanges: boolean,
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
    g.imported_defaults is not null
      and g.imported_defaults <> b.before
      and not ${boolean(undoesChanges)} as is_kept,
    (g.can_read and not i.can_read) or (g.can_write and not i.can_write) or (g.can_delete and not i.can_delete) as is_less
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
),
changed as materialized (
  select distinct m.account_id
  from group_member m
  join compared c on c.account_group_id = m.account_group_id
  where c.is_less
    and not c.is_kept
),
${endedSessionsTables},
invalidated as (
  ${invalidateTokens}
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

const mergedMembersSchema = z.object({
  created: z.number(),
  removed: z.number(),
  ended: endedSessionsSchema,
});

/**
 * Makes the imported memberships of accounts equal to `rows`. Memberships that were made or removed in this service stay so. A membership
 * that `rows` no longer contains is removed, also if grants of the group withhold rights: grants are planned for the members in the source.
 * An account that leaves a group loses its sessions.
 * @param accounts the ids of all imported accounts
 * @param groups the ids of all imported groups
 * @param undoesChanges whether accounts that came from the source get exactly its memberships in these groups
 */
export function mergeImportedMembers(
  accounts: readonly number[],
  groups: readonly number[],
  rows: readonly { readonly account_id: number; readonly account_group_id: number }[],
  undoesChanges: boolean,
): RowsQuery<z.infer<typeof mergedMembersSchema>> {
  return oneRow(
    sql`with incoming as materialized (
  select r.*
  from jsonb_to_recordset(${json(rows)}) as r (account_id integer, account_group_id integer)
),
obsolete as materialized (
  select m.account_id, m.account_group_id
  from group_member m
  where m.account_id = any (${intArray(accounts)})
    and (
      m.is_imported
      or (
        ${boolean(undoesChanges)}
        and m.account_group_id = any (${intArray(groups)})
        and m.account_id in (select l.account_id from imported_account l)
      )
    )
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
  where ${boolean(undoesChanges)}
    or not exists (
      select
      from removed_membership r
      where r.account_id = i.account_id
        and r.account_group_id = i.account_group_id
    )
  on conflict (account_id, account_group_id) do nothing
  returning 1
),
forgotten as (
  delete from removed_membership r
  where r.account_id = any (${intArray(accounts)})
    and (
      ${boolean(undoesChanges)}
      or not exists (
        select
        from incoming i
        where i.account_id = r.account_id
          and i.account_group_id = r.account_group_id
      )
    )
),
removed as (
  delete from group_member m
  using obsolete o
  where m.account_id = o.account_id
    and m.account_group_id = o.account_group_id
  returning m.account_id
),
changed as materialized (
  select distinct r.account_id
  from removed r
),
${endedSessionsTables},
invalidated as (
  ${invalidateTokens}
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'removed', (select count(*) from removed),
  'ended', ${endedSessionsExpression}
)::text`,
    mergedMembersSchema,
  );
}
