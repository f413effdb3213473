import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import { identifiersExpression } from './identifiers.ts';

/** What a header says besides the tiles; members without a value are absent. */
export const statedPartsShape = {
  /** The id of its state in the life cycle of its model. */
  stateId: z.string().optional(),
  /** The identifiers that other registers have given to it. */
  identifiers: z
    .array(z.object({ identifier: z.string(), source: z.string(), identifier_type: z.string() }))
    .readonly()
    .optional(),
};

/** The state and the identifiers of a header, as its members in JSON. */
export type StatedParts = {
  readonly stateId?: string | undefined;
  readonly identifiers?: readonly unknown[] | undefined;
};

/** The members of a record that its state and identifiers become. A resource instance without them has none. */
export function statedMembers({ stateId, identifiers }: StatedParts) {
  return {
    ...(stateId === undefined ? {} : { resource_instance_lifecycle_state_id: stateId }),
    ...(identifiers === undefined ? {} : { identifiers }),
  };
}

/**
 * An SQL expression: a JSON object with the parts of `statedPartsShape`.
 * @param row a row of `resource` with the `life_cycle_id` of its graph
 */
export function statedPartsExpression(row: Statement): Statement {
  return sql`jsonb_strip_nulls(jsonb_build_object(
        'stateId', ${stateColumn(row, sql`s.life_cycle_state_id`)},
        'identifiers', ${identifiersExpression(sql`${row}.resource_id`)}
      ))`;
}

/** An SQL expression: a column of the state `s` of a resource instance; null without a life cycle. */
export function stateColumn(row: Statement, column: Statement): Statement {
  return sql`(
          select ${column}
          from life_cycle_state s
          where s.life_cycle_state_id = ${row}.life_cycle_state_id
            or (${row}.life_cycle_state_id is null and s.life_cycle_id = ${row}.life_cycle_id and s.is_initial)
        )`;
}
