import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { json, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { ResourceId } from '../../model/ids.ts';
import { labelledValue, labelledValues, type LabelledValue } from '../concepts/concept-labels.ts';
import { sectionsOf } from '../sections.ts';
import { stagedText } from '../staging.ts';

/** A descriptor as it is stored, with what a caller must be allowed to see to read it. */
export const storedDescriptor = z
  .object({
    value: z.string(),
    nodegroups: z.array(z.string()),
    resources: z.array(z.string()),
    own: z.object({ value: z.string(), nodegroups: z.array(z.string()) }).exactOptional(),
  })
  .readonly();

const descriptorTile = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    nodegroupId: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .readonly();

/** A tile that descriptors are made of. Numbers keep every digit. */
export type DescriptorTile = z.output<typeof descriptorTile>;

/**
 * The tiles that descriptors are made of: for each resource instance the first tile (sort order, id) of each nodegroup
 * that a descriptor template of its graph names.
 * @param nodegroups the nodegroups that templates name
 */
export function descriptorTiles(
  resources: readonly ResourceId[],
  nodegroups: readonly string[],
): LargeQuery<readonly DescriptorTile[]> {
  return {
    parts: sql`select
    row_number() over (order by r.resource_id, t.nodegroup_id) as position,
    jsonb_build_object(
      'resourceId', r.resource_id,
      'graphId', r.graph_id,
      'nodegroupId', t.nodegroup_id,
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
    version: sql`select ''`,
    read: (parts) => parts.map((part) => descriptorTile.parse(parseLossless(part))),
  };
}

const describedResource = z
  .object({
    resourceId: z.string(),
    descriptors: z.record(z.string(), z.record(z.string(), storedDescriptor)),
  })
  .readonly();

/** What descriptors name: concept values with their labels, and resource instances with their descriptors. */
export type NamedThings = {
  readonly concepts: readonly LabelledValue[];
  readonly resources: readonly z.output<typeof describedResource>[];
};

const sections = sectionsOf('concept', 'resource');

/** Labels of concepts by value id, and descriptors of resource instances by id. */
export function labelsFor(
  values: readonly string[],
  resources: readonly string[],
): LargeQuery<NamedThings> {
  return {
    parts: sql`${sections.rows(
      'concept',
      sql`select row_number() over (order by l.value_id), l.label
    from (${labelledValues(sql`${uuidArray(values)}`)}) l (value_id, label)`,
    )}
    union all
    ${sections.rows(
      'resource',
      sql`select
      row_number() over (order by r.resource_id),
      jsonb_build_object('resourceId', r.resource_id, 'descriptors', r.descriptors)::text
    from resource r
    where r.resource_id = any (${uuidArray(resources)})`,
    )}`,
    version: sql`select ''`,
    read: (parts) => {
      const texts = sections.read(parts);
      return {
        concepts: texts('concept').map((text) => labelledValue.parse(JSON.parse(text))),
        resources: texts('resource').map((text) => describedResource.parse(JSON.parse(text))),
      };
    },
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
