import type { PartsQuery } from '../../data-api/chunks.ts';
import { json, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import { conceptLabels } from '../concepts/concept-labels.ts';
import { stagedText } from '../staging.ts';

/**
 * The tiles that descriptors are made of: for each resource instance the first tile (sort order, id) of each nodegroup
 * that a descriptor template of its graph names.
 * @param nodegroups the nodegroups that templates name
 * @returns parts, JSON text each: {resource_id, graph_id, nodegroup_id, data}
 */
export function descriptorTiles(
  resources: readonly ResourceId[],
  nodegroups: readonly string[],
): PartsQuery {
  return {
    parts: sql`select
    row_number() over (order by r.resource_id, t.nodegroup_id) as position,
    jsonb_build_object(
      'resource_id', r.resource_id,
      'graph_id', r.graph_id,
      'nodegroup_id', t.nodegroup_id,
      'data', t.data
    )::text as part
  from resource r
  join lateral (
    select distinct on (t.nodegroup_id) t.nodegroup_id, t.data
    from tile t
    where t.resource_id = r.resource_id
      and t.nodegroup_id = any (${uuidArray(nodegroups)})
    order by t.nodegroup_id, coalesce(t.sort_order, 0), t.tile_id
  ) t on true
  where r.resource_id = any (${uuidArray(resources)})`,
    stamp: sql`select ''`,
  };
}

/**
 * Labels of concepts by value id, and names of resource instances by id.
 * @returns parts, JSON text each: {value_id, text, labels: {language: text}} or {resource_id, descriptors}
 */
export function labelsFor(values: readonly string[], resources: readonly string[]): PartsQuery {
  return {
    parts: sql`select
    row_number() over (order by label.id, label.part) as position,
    label.part
  from (
    select
      v.value_id as id,
      ${conceptLabels} as part
    from concept_value v
    where v.value_id = any (${uuidArray(values)})
    union all
    select
      r.resource_id,
      jsonb_build_object('resource_id', r.resource_id, 'descriptors', r.descriptors)::text
    from resource r
    where r.resource_id = any (${uuidArray(resources)})
  ) label`,
    stamp: sql`select ''`,
  };
}

/** Stores descriptors where they differ from the stored ones. @param descriptors by resource id */
export function writeDescriptors(descriptors: Readonly<Record<string, unknown>>): Statement {
  return writeDescriptorsFrom(sql`${json(descriptors)}`);
}

/** As writeDescriptors, from the staged text, for descriptors that are larger than a request. */
export function writeStagedDescriptors(): Statement {
  return writeDescriptorsFrom(sql`${stagedText}::jsonb`);
}

function writeDescriptorsFrom(descriptors: Statement): Statement {
  return sql`update resource r
set
  descriptors = d.value,
  changed_at = clock_timestamp()
from jsonb_each(${descriptors}) d
where r.resource_id = d.key::uuid
  and r.descriptors is distinct from d.value`;
}
