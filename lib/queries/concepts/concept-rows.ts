import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** A schema for a list that is null if it is empty, because SQL aggregates of no rows are null. */
export function nullAsEmptyList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .readonly()
    .nullable()
    .transform((list) => list ?? []);
}

// There can be many thousands of concepts, values and relations, so they are sent as lists, which are shorter than objects.

/** A label, note or other value of a concept, with its category. */
export const conceptValueSchema = z
  .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
  .transform(([id, category, type, language, text]) => ({ id, category, type, language, text }))
  .readonly();

/** A label, note or other value of a concept. The language is empty for a value without one. */
export type ConceptValueRow = z.output<typeof conceptValueSchema>;

/**
 * Aggregates rows into lists of a hundred, because the Data API takes longer for each row of a result.
 * @param list an SQL expression of type json
 * @param from the from clause and the conditions
 * @returns a query with a row for each batch: its number, and a JSON array of lists as text
 */
export function rowBatchesQuery(list: Statement, from: Statement): Statement {
  return sql`select l.number, json_agg(l.list)::text
    from (
      select row_number() over () / 100 as number, ${list} as list
      from ${from}
    ) l
    group by l.number`;
}

/** The condition that a relation `r` is hierarchical. Whatever its type, the broader concept is stored as `from_concept_id`. */
export const hierarchicalRelationCondition = sql`r.relation_type in (
      'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
    )`;

/** A query that returns a text that changes whenever the thesaurus changes. */
export const thesaurusVersion = sql`select c.changed_at::text from last_change c where c.subject = 'thesaurus'`;
