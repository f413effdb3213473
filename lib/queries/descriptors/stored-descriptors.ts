import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** A stored descriptor, with the nodegroups and resource instances that a reader must be allowed to see. */
export const storedDescriptorSchema = z
  .object({
    value: z.string(),
    nodegroups: z.array(z.string()),
    resources: z.array(z.string()),
    /** The own text (docs/glossary.md). */
    own: z.object({ value: z.string(), nodegroups: z.array(z.string()) }).exactOptional(),
  })
  .readonly();

/** Stored descriptors by language, then by kind. */
export const storedDescriptorsSchema = z.record(
  z.string(),
  z.record(z.string(), storedDescriptorSchema),
);

/** The stored names of a resource instance by language. */
export const storedNamesSchema = z.record(z.string(), storedDescriptorSchema);

const sourceStatesSchema = z.record(z.string(), z.string().nullable());

/** What the descriptors of each kind were built from. */
export const storedBasisSchema = z.record(
  z.string(),
  z
    .object({
      publication: z.string(),
      languages: z.array(z.string()),
      values: sourceStatesSchema,
      concepts: z.array(z.string()),
      resources: sourceStatesSchema,
    })
    .readonly(),
);

/** The names among stored descriptors by language, with all their details: an SQL expression of type jsonb. */
export function storedNamesExpression(descriptors: Statement): Statement {
  return sql`coalesce(names_in(${descriptors}), '{}')`;
}

/** An expression: a hash of the descriptors and their basis, to detect changes. @param resource the alias of the row */
export function descriptorStamp(resource: Statement): Statement {
  return sql`md5(concat(${resource}.descriptors, ${resource}.descriptor_basis))`;
}

/**
 * The resource instances whose names are part of other names, at any depth.
 * @param resources a query that returns ids of the resource instances with the containing names
 * @returns a query that returns a position and a JSON string: a pair of ids, the containing name first
 */
export function nestedNamesQuery(resources: Statement): Statement {
  return sql`with recursive within_name (resource_id, source_id) as (
      select s.resource_id, s.source_id
      from name_source s
      where s.resource_id = any (array(${resources}))
        and s.in_name
      union
      select s.resource_id, s.source_id
      from within_name w
      join name_source s on s.resource_id = w.source_id
      where s.in_name
    )
    select
      row_number() over (order by w.resource_id, w.source_id),
      jsonb_build_array(w.resource_id, w.source_id)::text
    from within_name w`;
}

/** A row of `nestedNamesQuery`. */
export const nestedNamePairSchema = z.tuple([z.string(), z.string()]);

/** The ids of nested names by the id of the containing name. */
export function groupNestedNames(
  pairs: readonly z.output<typeof nestedNamePairSchema>[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(pairs, ([containingId]) => containingId)].map(([containingId, group]) => [
      containingId,
      group.map(([, nestedId]) => nestedId),
    ]),
  );
}
