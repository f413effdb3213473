import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import { labelledNodeMembers, labelledNodeSchema } from '../nodes/labelled-node.ts';
import { exactUuidRegex } from '../uuid-regex.ts';

/** A type of relation: an id or URI, with the labels by language if it is a concept value. */
const relationTypeSchema = z
  .object({ id: z.string(), labels: z.record(z.string(), z.string()).nullable() })
  .readonly();

export const relationSchema = z
  .object({
    /** An index of `relationParts`. */
    part: z.number(),
    relationId: z.string(),
    /** The other end. */
    resourceId: z.string(),
    /** The tile that has the reference, with the node of which it is the value. Both are null beside tiles. */
    tileId: z.string().nullable(),
    node: labelledNodeSchema.readonly().nullable(),
    type: relationTypeSchema.nullable(),
    inverseType: relationTypeSchema.nullable(),
    notes: z.string().nullable(),
    dateStarted: z.string().nullable(),
    dateEnded: z.string().nullable(),
  })
  .readonly();

export type ListedRelation = z.output<typeof relationSchema>;

/**
 * Selects relations in the order of `relationParts`, as a position and a JSON string, see `relationSchema`.
 * @param relations the name of a table of relations with the columns part and other_id
 */
export const relationRowsQuery = (relations: Statement): Statement => sql`select
      row_number() over (order by r.part, r.other_id, r.relation_id),
      jsonb_build_object(
        'part', r.part,
        'relationId', r.relation_id,
        'resourceId', r.other_id,
        'tileId', r.tile_id,
        'node', case
          when n.node_id is not null
            then jsonb_build_object(${labelledNodeMembers})
        end,
        'type', ${relationTypeExpression(sql`r.relationship_type`)},
        'inverseType', ${relationTypeExpression(sql`r.inverse_relationship_type`)},
        'notes', r.notes,
        'dateStarted', r.date_started,
        'dateEnded', r.date_ended
      )::text
    from ${relations} r
    left join node n on n.node_id = r.node_id`;

/** A type as an expression; null without one. */
function relationTypeExpression(type: Statement): Statement {
  return sql`case
          when ${type} is not null then jsonb_build_object(
            'id', ${type},
            'labels', (
              select ${preferredLabelsExpression(sql`v.concept_id`)}
              from concept_value v
              where v.value_id = case when ${type} ~* ${exactUuidRegex} then ${type}::uuid end
            )
          )
        end`;
}
