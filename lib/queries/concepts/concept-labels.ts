import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/**
 * The preferred labels of a concept by language, as an SQL expression of type jsonb.
 * @param conceptId an SQL expression
 */
export function preferredLabelsExpression(conceptId: Statement): Statement {
  return sql`(
          select coalesce(jsonb_object_agg(coalesce(l.language_id, ''), l.value order by l.value_id desc), '{}')
          from concept_value l
          where l.concept_id = ${conceptId}
            and l.value_type = 'prefLabel'
        )`;
}

/** A concept value with the preferred labels of its concept. */
export const labelledValueSchema = z.object({
  valueId: z.string(),
  conceptId: z.string(),
  text: z.string(),
  labels: z.record(z.string(), z.string()),
});

export type LabelledValue = Readonly<z.output<typeof labelledValueSchema>>;

/** A `LabelledValue` of the row `v` of concept_value, as a JSON string. */
const labelledValueExpression = sql`jsonb_build_object(
        'valueId', v.value_id,
        'conceptId', v.concept_id,
        'text', v.value,
        'labels', ${preferredLabelsExpression(sql`v.concept_id`)}
      )::text`;

/**
 * Selects concept values with the preferred labels of their concepts.
 * @param ids a list of ids of values
 * @returns a query that returns the id, and a `LabelledValue` as a JSON string
 */
export function labelledValuesQuery(ids: Statement): Statement {
  return sql`select
      v.value_id,
      ${labelledValueExpression}
    from concept_value v
    where v.value_id = any (${ids})`;
}

/** A query for the section of values of concepts with the labels of their concepts. @param condition on the row `v` of concept_value */
export const labelledValueRowsQuery = (condition: Statement): Statement => sql`select
      row_number() over (order by v.value_id),
      ${labelledValueExpression}
    from concept_value v
    where ${condition}`;
