import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { mapQuery, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, boolean, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import {
  dependantTables,
  parseDependentNames,
  statementWithDependentNames,
} from '../descriptors/dependent-names.ts';
import type { DescriptorInputs } from '../descriptors/descriptor-inputs.ts';
import { activityTables, type Writer } from '../history/record-activity.ts';
import { resourcesChangedByDeletionQuery, referringTilesQuery } from './referrers.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

export type Deletion = {
  readonly resourceId: ResourceId;
  /** The version that was read; it must be the current one. */
  readonly version: string;
  /**
   * Whether the resource instance consists of proposals only. Then other callers do not see it, so no references are
   * removed and no activity is written.
   */
  readonly isProposed: boolean;
  /** Whether to refuse the deletion if there are referrers. */
  readonly refusesReferrers: boolean;
  /** Languages of dependent names in addition to the stored ones; null if dependent names must not be returned. */
  readonly dependantLanguages: readonly string[] | null;
};

/** Whether the deletion was stored, and the dependent names if they are few. */
export type DeletionOutcome = {
  readonly isDeleted: boolean;
  readonly dependants?: DescriptorInputs | undefined;
};

/**
 * Deletes a resource instance with its tiles in one statement. References to it are removed from the values of others;
 * each of these tiles gets a log entry, and its resource instance a new version. Relations outside of tiles are
 * deleted, and logged at each existing end.
 * Locks are taken in the order of write-changes.ts.
 */
export function writeDeletion(deletion: Deletion, writer: Writer): RowsQuery<DeletionOutcome> {
  const { resourceId, dependantLanguages } = deletion;
  const withClause = deletionTables(deletion, writer);
  if (dependantLanguages === null) {
    return mapQuery(
      oneRow(markPrepared(sql`${withClause}\n${outcomeRow}`), z.boolean()),
      (isDeleted) => ({
        isDeleted,
      }),
    );
  }
  const options = { resourceId, token: writer.transactionId, ...stateAfterDeletion };
  const dependantClause = dependantTables(options);
  const isDeletedQuery = oneRow(
    markPrepared(
      sql`${withClause},\n${tileAfterTable},\n${dependantClause}\n${statementWithDependentNames(outcomeRow)}`,
    ),
    z.boolean(),
  );
  return {
    ...isDeletedQuery,
    parse: (rows) => ({
      isDeleted: isDeletedQuery.parse(rows),
      dependants: parseDependentNames(rows.slice(1), dependantLanguages),
    }),
  };
}

/** The state of other resource instances after the deletion. */
const stateAfterDeletion = {
  tiles: sql`tile_after`,
  version: sql`r.version + (r.resource_id in (select b.resource_id from referrer_before b))::integer`,
};

const tileAfterTable = sql`tile_after as (
  select t.tile_id, t.resource_id, t.nodegroup_id, t.sort_order, t.position, t.is_proposed, coalesce(f.data, t.data) as data
  from tile t
  left join updated_tile f on f.tile_id = t.tile_id
)`;

const outcomeRow = sql`select p.is_met::text
from precondition p`;

function deletionTables(deletion: Deletion, writer: Writer): Statement {
  const { resourceId, version, isProposed, refusesReferrers } = deletion;
  const notProposedCondition = sql`not ${boolean(isProposed)}`;
  return sql`with referring_tile as materialized (
  select f.*
  from (
  ${referringTilesQuery(resourceId)}
  ) f
  where ${notProposedCondition}
),
-- These versions are read before the locks are taken, to notice changes that happen while waiting for the locks.
referrer_before as materialized (
  select r.resource_id, r.version
  from resource r
  where r.resource_id = any (array(
    ${resourcesChangedByDeletionQuery(resourceId, sql`select f.resource_id from referring_tile f`)}
  ))
    and ${notProposedCondition}
),
locked_resource as materialized (
  select r.resource_id, r.graph_id, r.version, r.descriptors
  from resource r
  where r.resource_id = any (array(
    select ${uuid(resourceId)}
    union
    select b.resource_id
    from referrer_before b
  ))
  order by r.resource_id
  for update
),
precondition as materialized (
  select
    exists (
      select
      from locked_resource l
      where l.resource_id = ${uuid(resourceId)}
        and l.version = ${bigint(version)}
    )
    and not exists (
      select
      from referrer_before b
      -- This is a hash lookup; the planner might run a join as nested loops.
      where (b.resource_id, b.version) not in (select l.resource_id, l.version from locked_resource l)
    )
    and not (${boolean(refusesReferrers)} and exists (select from referrer_before)) as is_met
),
changing_tile as materialized (
  select t.tile_id, t.resource_id, t.nodegroup_id, t.data, t.provisional_edits, t.is_proposed, null::uuid[] as node_ids, true as is_deleted
  from tile t
  where t.resource_id = ${uuid(resourceId)}
    and (select p.is_met from precondition p)
  union all
  select t.tile_id, t.resource_id, t.nodegroup_id, t.data, t.provisional_edits, t.is_proposed, r.node_ids, false
  from referring_tile r
  join tile t on t.tile_id = r.tile_id
  where (select p.is_met from precondition p)
),
updated_tile as (
  update tile t
  set data = without_references(t.data, c.node_ids, ${uuid(resourceId)})
  from changing_tile c
  where not c.is_deleted
    and t.tile_id = c.tile_id
  returning t.tile_id, t.data
),
deleted_relation as (
  delete from resource_relation o
  where o.tile_id is null
    and ${notProposedCondition}
    and (o.from_resource_id = ${uuid(resourceId)} or o.to_resource_id = ${uuid(resourceId)})
    and (select p.is_met from precondition p)
  returning o.*
),
log_entry as (
  insert into edit_log (
    transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id, old_provisional_edits
  )
  select
    ${uuid(writer.transactionId)},
    c.resource_id,
    c.tile_id,
    c.nodegroup_id,
    case
      when c.is_proposed then 'tile proposal'
      when c.is_deleted then 'tile delete'
      else 'tile edit'
    end,
    c.data,
    ${int(writer.caller)},
    case when c.is_deleted then c.provisional_edits end
  from changing_tile c
  union all
  select
    ${uuid(writer.transactionId)},
    e.resource_id,
    null,
    null,
    'relation delete',
    jsonb_build_object(
      'relation_id', o.relation_id,
      'from', o.from_resource_id,
      'to', o.to_resource_id,
      'relationship_type', o.relationship_type,
      'inverse_relationship_type', o.inverse_relationship_type,
      'notes', o.notes,
      'date_started', o.date_started,
      'date_ended', o.date_ended
    ),
    ${int(writer.caller)},
    null
  from deleted_relation o
  cross join lateral (select o.from_resource_id union select o.to_resource_id) e (resource_id)
  where (e.resource_id in (select l.resource_id from locked_resource l)) is true
  union all
  select ${uuid(writer.transactionId)}, l.resource_id, null, null, 'delete', l.descriptors, ${int(writer.caller)}, null
  from locked_resource l
  where l.resource_id = ${uuid(resourceId)}
    and (select p.is_met from precondition p)
  returning edit_log_id
),
changed_resource as (
  update resource r
  set version = r.version + 1, changed_at = clock_timestamp()
  where r.resource_id = any (array(select b.resource_id from referrer_before b))
    and (select p.is_met from precondition p)
  returning r.resource_id
),
deleted_resource as (
  delete from resource r
  where r.resource_id = ${uuid(resourceId)}
    and (select p.is_met from precondition p)
  returning r.resource_id
),
${activityTables(
  writer,
  sql`select
    l.resource_id,
    l.graph_id,
    case when l.resource_id = ${uuid(resourceId)} then 'Delete' else 'Update' end as kind,
    ${boolean(isProposed)} as is_proposal
  from locked_resource l
  where (select p.is_met from precondition p)`,
  sql`(select count(*) from log_entry)
      + (select count(*) from updated_tile)
      + (select count(*) from changed_resource)
      + (select count(*) from deleted_resource)`,
)}`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: (_caller, sample) =>
    [null, []].map((dependantLanguages) =>
      writeDeletion(
        {
          resourceId: sample.resourceId,
          version: '1',
          isProposed: false,
          refusesReferrers: true,
          dependantLanguages,
        },
        { caller: 1, transactionId: sample.uuid },
      ),
    ),
};
