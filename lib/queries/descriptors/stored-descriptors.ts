import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** A descriptor as it is stored, with what a caller must be allowed to see to read it. */
export const storedDescriptor = z
  .object({
    value: z.string(),
    nodegroups: z.array(z.string()),
    resources: z.array(z.string()),
    own: z.object({ value: z.string(), nodegroups: z.array(z.string()) }).exactOptional(),
  })
  .readonly();

/** Descriptors as they are stored: by language, then by kind. */
export const storedDescriptors = z.record(z.string(), z.record(z.string(), storedDescriptor));

/** The names of a resource instance as they are stored, by language. */
export const storedNames = z.record(z.string(), storedDescriptor);

const states = z.record(z.string(), z.string().nullable());

/** What they were made of, by kind. */
export const storedBasis = z.record(
  z.string(),
  z
    .object({
      publication: z.string(),
      languages: z.array(z.string()),
      values: states,
      concepts: z.array(z.string()),
      resources: states,
    })
    .readonly(),
);

/** The names among the descriptors of a resource instance by language, with all that is stored of them: an expression of jsonb. */
export function storedNamesExpression(descriptors: Statement): Statement {
  return sql`coalesce(names_in(${descriptors}), '{}')`;
}

/** What the texts of a resource instance must still be where others are stored: an expression. @param resource the name of its row */
export function descriptorStamp(resource: Statement): Statement {
  return sql`md5(concat(${resource}.descriptors, ${resource}.descriptor_basis))`;
}

/**
 * The resource instances whose names are part of the names of others, however deep.
 * @param resources a query of ids of these others
 * @returns a query of place and JSON text: a pair of ids, the one that names and the one that is named
 */
export function nestedNames(resources: Statement): Statement {
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

/** A row of `namedWithin`. */
export const nestedNamePair = z.tuple([z.string(), z.string()]);

/** Whom the name of each resource instance names. */
export function groupNestedNames(
  pairs: readonly z.output<typeof nestedNamePair>[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...Map.groupBy(pairs, ([from]) => from)].map(([from, found]) => [
      from,
      found.map(([, to]) => to),
    ]),
  );
}
