import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, boolean, int, sql, uuid } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { activityParts, type Writer } from './record-activity.ts';
import { changedByDeletion, referringTiles } from './referrers.ts';

/** How a resource instance is to be deleted. */
export type Deletion = {
  readonly resourceId: ResourceId;
  /** The version that was read, which must still be the present one. */
  readonly version: string;
  /** Whether it stays where others refer to it. */
  readonly refusesReferences: boolean;
};

/**
 * Deletes a resource instance with its tiles, whole, in one statement. The values of others that refer to it lose the reference:
 * each such tile is an edit of its resource instance, logged and counted like any other. The relations that stand in no tile
 * go with it, and are logged at each end that is there.
 * The locks are taken in the order of write-changes.ts.
 * @returns whether it was as it was read, and is deleted
 */
export function deleteResource(deletion: Deletion, writer: Writer): RowsQuery<boolean> {
  const { resourceId, version, refusesReferences } = deletion;
  return oneRow(
    sql`with referring_tile as materialized (
  ${referringTiles(resourceId)}
),
-- What is written about them is read before their locks are waited for.
referrer_before as materialized (
  select r.resource_id, r.version
  from resource r
  where r.resource_id = any (array(
    ${changedByDeletion(resourceId, sql`select f.resource_id from referring_tile f`)}
  ))
),
locked as materialized (
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
gate as materialized (
  select
    exists (
      select
      from locked l
      where l.resource_id = ${uuid(resourceId)}
        and l.version = ${bigint(version)}
    )
    and not exists (
      select
      from referrer_before b
      -- Looked up by hash: as a join it may be a loop in a loop.
      where (b.resource_id, b.version) not in (select l.resource_id, l.version from locked l)
    )
    and not (${boolean(refusesReferences)} and exists (select from referrer_before)) as may_go_on
),
changing_tile as materialized (
  select t.tile_id, t.resource_id, t.nodegroup_id, t.data, t.provisional_edits, null::uuid[] as node_ids, true as is_gone
  from tile t
  where t.resource_id = ${uuid(resourceId)}
    and (select g.may_go_on from gate g)
  union all
  select t.tile_id, t.resource_id, t.nodegroup_id, t.data, t.provisional_edits, r.node_ids, false
  from referring_tile r
  join tile t on t.tile_id = r.tile_id
  where (select g.may_go_on from gate g)
),
freed_tile as (
  update tile t
  set data = without_references(t.data, c.node_ids, ${uuid(resourceId)})
  from changing_tile c
  where not c.is_gone
    and t.tile_id = c.tile_id
  returning t.tile_id
),
ended_relation as (
  delete from resource_relation o
  where o.tile_id is null
    and (o.from_resource_id = ${uuid(resourceId)} or o.to_resource_id = ${uuid(resourceId)})
    and (select g.may_go_on from gate g)
  returning o.*
),
logged as (
  insert into edit_log (
    transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id, old_provisional_edits
  )
  select
    ${uuid(writer.transactionId)},
    c.resource_id,
    c.tile_id,
    c.nodegroup_id,
    case when c.is_gone then 'tile delete' else 'tile edit' end,
    c.data,
    ${int(writer.caller)},
    case when c.is_gone then c.provisional_edits end
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
  from ended_relation o
  cross join lateral (select o.from_resource_id union select o.to_resource_id) e (resource_id)
  where (e.resource_id in (select l.resource_id from locked l)) is true
  union all
  select ${uuid(writer.transactionId)}, l.resource_id, null, null, 'delete', l.descriptors, ${int(writer.caller)}, null
  from locked l
  where l.resource_id = ${uuid(resourceId)}
    and (select g.may_go_on from gate g)
  returning edit_log_id
),
changed_resource as (
  update resource r
  set version = r.version + 1, changed_at = clock_timestamp()
  where r.resource_id = any (array(select b.resource_id from referrer_before b))
    and (select g.may_go_on from gate g)
  returning r.resource_id
),
deleted_resource as (
  delete from resource r
  where r.resource_id = ${uuid(resourceId)}
    and (select g.may_go_on from gate g)
  returning r.resource_id
),
${activityParts(
  writer,
  sql`select
    l.resource_id,
    l.graph_id,
    case when l.resource_id = ${uuid(resourceId)} then 'Delete' else 'Update' end as kind
  from locked l
  where (select g.may_go_on from gate g)`,
  sql`(select count(*) from logged)
      + (select count(*) from freed_tile)
      + (select count(*) from changed_resource)
      + (select count(*) from deleted_resource)`,
)}
select g.may_go_on::text
from gate g`,
    z.boolean(),
  );
}
