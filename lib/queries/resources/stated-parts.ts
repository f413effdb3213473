import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** What a header says besides the tiles; members without a value are absent. */
export const statedPartsShape = {
  /** The id of its state in the life cycle of its model. */
  stateId: z.string().optional(),
  /** The identifiers that other registers have given to it. */
  identifiers: z
    .array(z.object({ identifier: z.string(), source: z.string(), identifier_type: z.string() }))
    .readonly()
    .optional(),
  /** The id of the account that owns it; only for the layouts with tiles and names, which clients of Arches read. */
  principalUserId: z.number().optional(),
  /** The name of its state by language; only for an HTML page. */
  stateName: z.union([z.string(), z.record(z.string(), z.string().nullable())]).optional(),
};

/**
 * An SQL expression: a JSON object with the parts of `statedPartsShape`.
 * @rule Imports and exports: Which layouts have the owner of a resource instance?
 * @param row a row of `resource` with the `life_cycle_id` of its graph
 * @param document the name of the state is added for an HTML page, and the owner for the layouts with tiles and names
 */
export function statedPartsExpression(
  row: Statement,
  document: { readonly detail: string; readonly includesNames: boolean },
): Statement {
  const { detail, includesNames } = document;
  const stateName =
    detail === 'page' ? sql`, 'stateName', ${stateColumn(row, sql`s.name`)}` : sql``;
  const owner =
    detail === 'tiles' && includesNames ? sql`, 'principalUserId', ${row}.created_by` : sql``;
  return sql`jsonb_strip_nulls(jsonb_build_object(
        'stateId', ${stateColumn(row, sql`s.life_cycle_state_id`)},
        'identifiers', ${identifiersExpression(sql`${row}.resource_id`)}${stateName}${owner}
      ))`;
}

/** An SQL expression: a column of the state `s` of a resource instance; null without a life cycle. */
function stateColumn(row: Statement, column: Statement): Statement {
  return sql`(
          select ${column}
          from life_cycle_state s
          where s.life_cycle_state_id = ${row}.life_cycle_state_id
            or (${row}.life_cycle_state_id is null and s.life_cycle_id = ${row}.life_cycle_id and s.is_initial)
        )`;
}

/** An SQL expression: the identifiers of a resource instance as JSON, in the order in which they were added; null if it has none. */
export function identifiersExpression(resourceId: Statement): Statement {
  return sql`(
  select jsonb_agg(
    jsonb_build_object('identifier', x.identifier, 'source', x.source, 'identifier_type', x.identifier_type)
    order by x.resource_identifier_id
  )
  from resource_identifier x
  where x.resource_id = ${resourceId}
)`;
}
