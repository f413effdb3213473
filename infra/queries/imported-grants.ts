import * as z from 'zod';

import { oneRow, type PagedQuery, type RowsQuery } from '../../lib/data-api/query.ts';
import { afterRows, boolean, json, sql, uuidArray } from '../../lib/data-api/sql.ts';
import { grantTables } from './grants.ts';

/** A grant of an import. With `no_access` all rights are false. */
export type ImportedGrant = {
  /** The nodegroup or resource instance. */
  readonly target_id: string;
  readonly account_id: number | null;
  readonly account_group_id: number | null;
  /** Reading a nodegroup, or viewing a resource instance. */
  readonly can_view: boolean;
  /** Writing a nodegroup, or changing a resource instance. */
  readonly can_change: boolean;
  readonly can_delete: boolean;
  readonly no_access: boolean;
};

const mergedGrantsSchema = z.object({
  created: z.number(),
  updated: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  /** Targets with grants that were made in this service, and so were not replaced by imported ones. */
  keptHere: z.array(z.string()),
  /** Targets with grants that are no longer in the source. They stay, because callers might get more rights without them. */
  keptObsolete: z.array(z.string()),
});

export type MergedGrants = z.infer<typeof mergedGrantsSchema>;

/**
 * Makes the imported grants on nodegroups or resource instances equal to `rows`. Targets that do not exist are ignored, and grants
 * that were made in this service stay. A stored grant that `rows` no longer contains is removed. Without a grant that
 * withholds a right, callers might get more rights, so it is removed only with `allowsDeletions`.
 * @param targetIds all targets, including those without a grant
 */
export function mergeImportedGrants(
  kind: keyof typeof grantTables,
  targetIds: readonly string[],
  rows: readonly ImportedGrant[],
  allowsDeletions: boolean,
): RowsQuery<MergedGrants> {
  const { grants, targets, targetId, lock, canView, canChange } = grantTables[kind];
  // A grant to an account on a nodegroup can only add rights, unless it is no_access.
  const addsRightsOnly =
    kind === 'nodegroup' ? sql`g.account_id is not null and not g.no_access` : sql`false`;
  return oneRow(
    sql`with incoming as materialized (
  select r.*
  from jsonb_to_recordset(${json(rows)}) as r (
    target_id uuid,
    account_id integer,
    account_group_id integer,
    can_view boolean,
    can_change boolean,
    can_delete boolean,
    no_access boolean
  )
),
locked_target as materialized (
  select t.${targetId} as target_id
  from ${targets} t
  where t.${targetId} = any (${uuidArray(targetIds)})
  order by t.${targetId}
  ${lock}
),
locked_rights as materialized (
  select c.subject
  from last_change c
  where c.subject = 'permission'
    and (select count(*) from locked_target) > 0
  for no key update
),
compared as materialized (
  select
    coalesce(g.${targetId}, i.target_id) as target_id,
    coalesce(g.account_id, i.account_id) as account_id,
    coalesce(g.account_group_id, i.account_group_id) as account_group_id,
    g.${targetId} is not null as is_stored,
    i.target_id is not null as is_incoming,
    coalesce(g.is_imported, true) as is_imported,
    (g.${canView}, g.${canChange}, g.can_delete, g.no_access)
      is not distinct from (i.can_view, i.can_change, i.can_delete, i.no_access) as is_same,
    (g.${canView} and g.${canChange} and g.can_delete) or (${addsRightsOnly}) as withholds_nothing,
    i.can_view,
    i.can_change,
    i.can_delete,
    i.no_access
  from (
    select s.*
    from ${grants} s
    where s.${targetId} in (select l.target_id from locked_target l)
      and ${afterRows(sql`(select count(*) from locked_rights)`, sql`true`)}
  ) g
  full join (
    select i.*
    from incoming i
    join locked_target l on l.target_id = i.target_id
  ) i
    on i.target_id = g.${targetId}
    and coalesce(i.account_id, 0) = coalesce(g.account_id, 0)
    and coalesce(i.account_group_id, 0) = coalesce(g.account_group_id, 0)
),
created as (
  insert into ${grants} (
    ${targetId}, account_id, account_group_id, ${canView}, ${canChange}, can_delete, no_access, is_imported
  )
  select
    c.target_id, c.account_id, c.account_group_id, c.can_view, c.can_change, c.can_delete, c.no_access, true
  from compared c
  where not c.is_stored
  returning 1
),
updated as (
  update ${grants} g
  set
    ${canView} = c.can_view,
    ${canChange} = c.can_change,
    can_delete = c.can_delete,
    no_access = c.no_access
  from compared c
  where c.is_stored
    and c.is_incoming
    and c.is_imported
    and not c.is_same
    and g.${targetId} = c.target_id
    and (g.account_id = c.account_id or g.account_group_id = c.account_group_id)
  returning 1
),
removed as (
  delete from ${grants} g
  using compared c
  where c.is_imported
    and not c.is_incoming
    and (c.withholds_nothing or ${boolean(allowsDeletions)})
    and g.${targetId} = c.target_id
    and (g.account_id = c.account_id or g.account_group_id = c.account_group_id)
  returning 1
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'updated', (select count(*) from updated),
  'removed', (select count(*) from removed),
  'unchanged', (select count(*) from compared c where c.is_stored and c.is_incoming and c.is_same),
  'keptHere', (
    select coalesce(jsonb_agg(distinct c.target_id), '[]')
    from compared c
    where not c.is_imported
      and c.is_incoming
      and not c.is_same
  ),
  'keptObsolete', (
    select coalesce(jsonb_agg(distinct c.target_id), '[]')
    from compared c
    where c.is_imported
      and not c.is_incoming
      and not c.withholds_nothing
      and not ${boolean(allowsDeletions)}
  )
)::text`,
    mergedGrantsSchema,
  );
}

/** Lists the nodegroups or resource instances with imported grants, in the order of their ids. */
export function listImportedTargets(kind: keyof typeof grantTables): PagedQuery<readonly string[]> {
  const { grants, targetId } = grantTables[kind];
  return {
    items: (after, limit) => sql`select distinct
  g.${targetId}::text as key,
  g.${targetId}::text as item
from ${grants} g
where g.is_imported
  and (${after} is null or g.${targetId} > ${after}::uuid)
order by key
limit ${limit}`,
    parse: (items) => items,
  };
}
