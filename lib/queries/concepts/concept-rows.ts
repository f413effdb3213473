import * as z from 'zod';

import { sql } from '../../data-api/sql.ts';

/** A label, note or other value of a concept: a list, which is shorter, as there may be many thousands. */
export const conceptValue = z
  .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
  .transform(([id, category, type, language, text]) => ({ id, category, type, language, text }))
  .readonly();

/** A label, note or other value of a concept. The language is empty where there is none. */
export type StoredConceptValue = z.output<typeof conceptValue>;

/** SQL makes null of an empty list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .readonly()
    .nullable()
    .transform((list) => list ?? []);
}

/** Whether a relation `r` makes the hierarchy; `from` is the broader side. */
export const isHierarchical = sql`r.relation_type in (
      'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
    )`;
