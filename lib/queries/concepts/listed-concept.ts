import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import {
  conceptValueSchema,
  hierarchicalRelationCondition,
  nullAsEmptyList,
} from './concept-rows.ts';

const baseSchema = z.object({
  id: z.string(),
  nodeType: z.string(),
  legacyId: z.string().nullable(),
  hasSubConcepts: z.boolean(),
  labels: nullAsEmptyList(conceptValueSchema),
});

/** A concept in a list: with labels, without related concepts. */
export type ListedConcept = Readonly<z.output<typeof baseSchema>>;

/** Extends the schema of a concept in a list. */
export function listedConceptSchema<More extends z.ZodRawShape>(additionalMembers: More) {
  return baseSchema.extend(additionalMembers).readonly();
}

/**
 * A concept in a list, as an SQL expression of type jsonb.
 * @param concept the alias of a row of the table concept
 */
export function listedConceptExpression(concept: Statement): Statement {
  return sql`jsonb_build_object(
      'id', ${concept}.concept_id,
      'nodeType', ${concept}.node_type,
      'legacyId', ${concept}.legacy_id,
      'hasSubConcepts', exists (
        select
        from concept_relation r
        where r.from_concept_id = ${concept}.concept_id
          and ${hierarchicalRelationCondition}
      ),
      'labels', (
        select jsonb_agg(jsonb_build_array(
          v.value_id, t.category, v.value_type, coalesce(v.language_id, ''), v.value
        ))
        from concept_value v
        join value_type t on t.value_type = v.value_type
        where v.concept_id = ${concept}.concept_id
          and t.category = 'label'
      )
    )`;
}
