import * as z from 'zod';

import { oneRow, type PagedQuery, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  afterRows,
  boolean,
  json,
  sql,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import { grantTables } from '../../../rights/queries/grants.ts';

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

const obsoleteGrantSchema = z
  .object({
    target_id: z.string(),
    account_id: z.number().nullable(),
    account_group_id: z.number().nullable(),
  })
  .readonly();

/** A stored grant that the source no longer has. */
export type ObsoleteGrant = z.output<typeof obsoleteGrantSchema>;

export type GrantMergeOptions = {
  /** Whether obsolete grants that withhold rights stay: callers could get more rights before what replaces them is stored. */
  readonly keepsObsolete: boolean;
  /** Whether grants that were made, changed or removed in this service are replaced by those of the source. */
  readonly undoesChanges: boolean;
};

const mergedGrantsSchema = z.object({
  created: z.number(),
  updated: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  /** Targets with grants that were made, changed or removed in this service, and so were not replaced by imported ones. */
  keptHere: z.array(z.string()),
  /** Grants that are no longer in the source, and withhold rights. */
  keptObsolete: z.array(obsoleteGrantSchema),
  /** The target of each grant whose target does not exist. */
  missing: z.array(z.string()),
});

export type MergedGrants = z.infer<typeof mergedGrantsSchema>;

/**
 * Returns CTEs that lock the targets of grants, in the order of their ids, and then the lock of all rights (ADR 006).
 * @param condition on the target `t`
 */
function lockTargets(kind: keyof typeof grantTables, condition: Statement): Statement {
  const { targets, targetId, lock } = grantTables[kind];
  return sql`locked_target as materialized (
  select t.${targetId} as target_id
  from ${targets} t
  where ${condition}
  order by t.${targetId}
  ${lock}
),
locked_rights as materialized (
  select c.subject
  from last_change c
  where c.subject = 'permission'
    and (select count(*) from locked_target) > 0
  for no key update
)`;
}

/**
 * Makes the imported grants on nodegroups or resource instances equal to `rows`. Targets that do not exist are ignored, and grants
 * that were made, changed or removed in this service stay so. A stored grant that `rows` no longer contains is removed.
 * @rule Imports and exports: Which grants may a repeated import of another platform change?
 * @param targetIds all targets, including those without a grant
 */
export function mergeImportedGrants(
  kind: keyof typeof grantTables,
  targetIds: readonly string[],
  rows: readonly ImportedGrant[],
  { keepsObsolete, undoesChanges }: GrantMergeOptions,
): RowsQuery<MergedGrants> {
  const { grants, targetId, canView, canChange } = grantTables[kind];
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
${lockTargets(kind, sql`t.${targetId} = any (${uuidArray(targetIds)})`)},
compared as materialized (
  select
    coalesce(g.${targetId}, i.target_id) as target_id,
    coalesce(g.account_id, i.account_id) as account_id,
    coalesce(g.account_group_id, i.account_group_id) as account_group_id,
    g.${targetId} is not null as is_stored,
    i.target_id is not null as is_incoming,
    coalesce(g.is_imported, true) or (${boolean(undoesChanges)} and i.target_id is not null) as is_imported,
    not ${boolean(undoesChanges)} and o.target_id is not null as is_overridden,
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
  left join overridden_grant o
    on o.target_id = i.target_id
    and o.account_id is not distinct from i.account_id
    and o.account_group_id is not distinct from i.account_group_id
),
created as (
  insert into ${grants} (
    ${targetId}, account_id, account_group_id, ${canView}, ${canChange}, can_delete, no_access, is_imported
  )
  select
    c.target_id, c.account_id, c.account_group_id, c.can_view, c.can_change, c.can_delete, c.no_access, true
  from compared c
  where not c.is_stored
    and not c.is_overridden
  returning 1
),
updated as (
  update ${grants} g
  set
    ${canView} = c.can_view,
    ${canChange} = c.can_change,
    can_delete = c.can_delete,
    no_access = c.no_access,
    is_imported = true
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
    and (c.withholds_nothing or not ${boolean(keepsObsolete)})
    and g.${targetId} = c.target_id
    and (g.account_id = c.account_id or g.account_group_id = c.account_group_id)
  returning 1
),
forgotten as (
  delete from overridden_grant o
  using locked_target l
  where o.target_id = l.target_id
    and (
      ${boolean(undoesChanges)}
      or not exists (
        select
        from incoming i
        where i.target_id = o.target_id
          and i.account_id is not distinct from o.account_id
          and i.account_group_id is not distinct from o.account_group_id
      )
    )
)
select jsonb_build_object(
  'created', (select count(*) from created),
  'updated', (select count(*) from updated),
  'removed', (select count(*) from removed),
  'unchanged', (select count(*) from compared c where c.is_stored and c.is_incoming and c.is_same),
  'keptHere', (
    select coalesce(jsonb_agg(distinct c.target_id), '[]')
    from compared c
    where c.is_incoming
      and not c.is_same
      and (not c.is_imported or (c.is_overridden and not c.is_stored))
  ),
  'keptObsolete', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'target_id', c.target_id, 'account_id', c.account_id, 'account_group_id', c.account_group_id
        )
      ),
      '[]'
    )
    from compared c
    where c.is_imported
      and not c.is_incoming
      and not c.withholds_nothing
      and ${boolean(keepsObsolete)}
  ),
  'missing', (
    select coalesce(jsonb_agg(i.target_id), '[]')
    from incoming i
    where i.target_id not in (select l.target_id from locked_target l)
  )
)::text`,
    mergedGrantsSchema,
  );
}

/** Removes imported grants that the source no longer has. @returns the number of removed grants */
export function removeObsoleteGrants(
  kind: keyof typeof grantTables,
  obsolete: readonly ObsoleteGrant[],
): RowsQuery<number> {
  const { grants, targetId } = grantTables[kind];
  return oneRow(
    sql`with obsolete as materialized (
  select o.*
  from jsonb_to_recordset(${json(obsolete)}) as o (target_id uuid, account_id integer, account_group_id integer)
),
${lockTargets(kind, sql`t.${targetId} in (select o.target_id from obsolete o)`)},
removed as (
  delete from ${grants} g
  using obsolete o
  where g.is_imported
    and g.${targetId} = o.target_id
    and (g.account_id = o.account_id or g.account_group_id = o.account_group_id)
    and ${afterRows(sql`(select count(*) from locked_rights)`, sql`true`)}
  returning 1
)
select count(*)::text
from removed`,
    z.number(),
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
