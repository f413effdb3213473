import * as z from 'zod';

import { int, sql } from '../../data-api/sql.ts';
import { maxOwnGrants } from './match-tables.ts';

/** The most values of the concepts of a condition. */
const maxConceptValues = 20_000;

/** What every answer to a question says about itself. */
export const stateMembers = {
  /** The share of the entries of values that is computed, from 0 to 1; null if all are, so that the answer is complete. */
  filled: z.number().nullable(),
  /** Whether the account has more grants of its own than are looked up, so that the answer may not be complete. */
  hasTooManyGrants: z.boolean(),
  /** Whether the concepts of a condition, with narrower ones, have more values than can be compared. */
  isTooBroad: z.boolean(),
  /** Whether a question about related resource instances finds more than can be compared. */
  isCut: z.boolean(),
};

/** The members of `stateMembers`, for jsonb_build_object. It needs the tables of the question. */
export const stateExpression = sql`'filled', filling_value_entries_progress(),
  'hasTooManyGrants', (select count(*) > ${int(maxOwnGrants)} from own_resource),
  'isTooBroad', exists (
    select
    from concept_value_of_test v
    group by v.test_number
    having count(*) > ${int(maxConceptValues)}
  ),
  'isCut', exists (select from cut_target)`;

/** The state of an answer. */
export type QuestionState = {
  readonly [Name in keyof typeof stateMembers]: z.output<(typeof stateMembers)[Name]>;
};
