import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { afterRows, json, jsonString, sql, type Statement } from '../../data-api/sql.ts';
import type { ComputedDescriptors } from '../../model/descriptors/compute-descriptors.ts';
import { stagedText } from '../staging.ts';
import type { MarkProgress } from './name-marks.ts';
import type { StateWhenComputed } from './descriptor-inputs.ts';
import { descriptorStamp } from './stored-descriptors.ts';

/** JSON in a parameter, or in the staging table if it is larger than a request. */
export type DescriptorJson = { readonly text: string } | 'staged';

/**
 * The descriptors of a resource instance. If its row is not locked, they also have the state of the row from which they
 * were computed, so that later changes are noticed.
 */
export type ResourceDescriptors = ComputedDescriptors &
  Pick<StateWhenComputed, 'resourceId'> &
  Partial<StateWhenComputed>;

/** The JSON for `updateLockedDescriptors` and `updateDescriptorsIfUnchanged`. */
export function serializeDescriptors(resources: readonly ResourceDescriptors[]): string {
  return JSON.stringify(
    resources.map(({ resourceId, texts: descriptors, basis, version, stamp }) => ({
      resource_id: resourceId,
      descriptors,
      basis,
      version,
      stamp,
    })),
  );
}

/** Updates the descriptors of locked resource instances, if they differ from the stored ones. */
export function updateLockedDescriptors(source: DescriptorJson): Statement {
  return sql`with ${incomingDescriptors(source)}
update resource r
set
  descriptors = i.descriptors,
  descriptor_basis = i.basis
from incoming_descriptors i
where r.resource_id = i.resource_id
  and (r.descriptors, r.descriptor_basis) is distinct from (i.descriptors, i.basis)`;
}

const storeResultSchema = z
  .object({
    /** Whether all descriptors were stored: every resource instance was unchanged and not locked. */
    isWhole: z.boolean(),
    /** The number of resource instances whose descriptors changed. */
    changed: z.number(),
  })
  .readonly();

/**
 * Stores descriptors that depend on another change. Storing them does not increase the version, and adds nothing to
 * the edit log and the activity stream. If texts change, the time of the last change of names is marked as out of date.
 * A resource instance is skipped if it has changed since, or if another process has locked it. Marks are advanced or
 * removed only if all descriptors were stored and the marks are still the same.
 */
export function updateDescriptorsIfUnchanged(
  source: DescriptorJson,
  marks: readonly MarkProgress[],
): RowsQuery<z.infer<typeof storeResultSchema>> {
  return oneRow(
    sql`with ${incomingDescriptors(source)},
incoming_mark as materialized (
  select *
  from jsonb_to_recordset(${json(marks)}) as m (
    "kind" text,
    "causeId" uuid,
    "token" uuid,
    "lastUpdatedId" uuid,
    "isDone" boolean
  )
),
locked_resource as materialized (
  select r.resource_id, r.version, ${descriptorStamp(sql`r`)} as stamp
  from resource r
  where r.resource_id in (select i.resource_id from incoming_descriptors i)
  order by r.resource_id
  for update skip locked
),
unchanged_resource as materialized (
  select i.*
  from incoming_descriptors i
  join locked_resource l on l.resource_id = i.resource_id
  where l.version = i.version
    and l.stamp = i.stamp
),
differing_resource as materialized (
  select u.resource_id, r.descriptors <> u.descriptors as has_other_texts
  from unchanged_resource u
  join resource r on r.resource_id = u.resource_id
  where (r.descriptors, r.descriptor_basis) is distinct from (u.descriptors, u.basis)
),
updated_resource as (
  update resource r
  set
    descriptors = u.descriptors,
    descriptor_basis = u.basis
  from unchanged_resource u
  where r.resource_id = u.resource_id
    and u.resource_id in (select d.resource_id from differing_resource d)
  returning r.resource_id
),
updated_last_change as (
  update last_change
  set is_pending = true
  where subject = 'names'
    and not is_pending
    and exists (select from differing_resource d where d.has_other_texts)
),
-- Locks are taken in a fixed order: resource instances, then names, then marks.
precondition as materialized (
  select ${afterRows(sql`(select count(*) from updated_resource)`, sql`lock_names()`)}
    and (select count(*) from unchanged_resource) = (select count(*) from incoming_descriptors) as is_whole
),
advanced_mark as (
  update name_mark m
  set settled_to = i."lastUpdatedId"
  from incoming_mark i
  where (m.kind, m.cause_id, m.token) = (i."kind", i."causeId", i."token")
    and not i."isDone"
    and (select p.is_whole from precondition p)
),
removed_mark as (
  delete from name_mark m
  using incoming_mark i
  where (m.kind, m.cause_id, m.token) = (i."kind", i."causeId", i."token")
    and i."isDone"
    and (select p.is_whole from precondition p)
)
select jsonb_build_object(
  'isWhole', p.is_whole,
  'changed', (select count(*) from differing_resource d where d.has_other_texts)
)::text
from precondition p`,
    storeResultSchema,
  );
}

function incomingDescriptors(source: DescriptorJson): Statement {
  return sql`incoming_descriptors as materialized (
  select i.*
  from jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonString(source.text)}`}) as i (
    resource_id uuid,
    version bigint,
    stamp text,
    descriptors jsonb,
    basis jsonb
  )
)`;
}
