import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** SQL makes null of an empty list. */
export function nullableList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .readonly()
    .nullable()
    .transform((list) => list ?? []);
}

// Concepts, values and links travel as lists, which are shorter than objects: there may be many thousands of them.

/** A label, note or other value of a concept, with its category. */
export const conceptValue = z
  .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
  .transform(([id, category, type, language, text]) => ({ id, category, type, language, text }))
  .readonly();

/** A label, note or other value of a concept. The language is empty where there is none. */
export type ConceptValueRow = z.output<typeof conceptValue>;

/**
 * Rows in lists of a hundred: each row has its price wherever it passes.
 * @param list an expression of json
 * @param from what the rows are taken from, and which of them
 * @returns a query of a place and a text: a list of lists
 */
export function rowBatches(list: Statement, from: Statement): Statement {
  return sql`select l.number, json_agg(l.list)::text
    from (
      select row_number() over () / 100 as number, ${list} as list
      from ${from}
    ) l
    group by l.number`;
}

/** Whether a relation `r` makes the hierarchy; `from` is the broader side. */
export const isHierarchicalRelation = sql`r.relation_type in (
      'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
    )`;

/** A text that changes whenever the thesaurus does, as a query. */
export const thesaurusVersion = sql`select c.changed_at::text from last_change c where c.subject = 'thesaurus'`;
