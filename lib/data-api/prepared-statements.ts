import { createHash } from 'node:crypto';

import { DatabaseError } from './errors.ts';
import { memoize } from './memoize.ts';
import type { Statement } from './sql.ts';

/** A statement that the database has as a function, whose plan each session makes once (ADR 048). */
export type PreparedStatement = {
  /** Derived from the hash of the text, so that a function never runs for another text. */
  readonly name: string;
  readonly parameterTypes: readonly string[];
  readonly columns: number;
  /** The text, with `$1`, `$2`, … for its parameters. */
  readonly body: string;
};

/**
 * Marks a statement as prepared: it is called as a function if the database has it, else its text is sent. Its text
 * may depend on few values only, and `preparedVariants` of its file lists every variant
 * (lib/queries/prepared-variants.ts). One plan must fit all parameters.
 * @param columns how many columns it returns, all of them texts
 */
export function prepared(statement: Statement, columns = 1): Statement {
  return { ...statement, preparedColumns: columns };
}

const parameterPattern = /:p(\d+)::([a-z0-9_]+(?:\[\])?)/g;

/** The function that the database needs for a prepared statement. */
export function toPreparedStatement(statement: Statement): PreparedStatement {
  return {
    name: functionName(statement.text),
    parameterTypes: Array.from(
      statement.text.matchAll(parameterPattern),
      ([, , type = '']) => type,
    ),
    columns: statement.preparedColumns ?? 1,
    body: statement.text.replaceAll(parameterPattern, (_match, number: string) => `$${number}`),
  };
}

const callOf = memoize(
  (text) =>
    `select f.* from kept.${functionName(text)}(${Array.from(text.matchAll(parameterPattern), ([value]) => value).join(', ')}) f`,
);

/** The call of the function of a prepared statement, with the same parameters and rows. */
export function preparedCall({ text, parameters }: Statement): Statement {
  return { text: callOf(text), parameters };
}

/** Whether a call failed because the database does not have the function, or not even the schema. */
export function isUnpreparedError(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.sqlState === '3F000') return error.summary.includes('"kept"');
  return error.sqlState === '42883' && error.summary.includes(' kept.statement_');
}

/** The name of the function for a text. The schema `kept` contains these functions only. */
function functionName(text: string): string {
  return `statement_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
