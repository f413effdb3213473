import { createHash } from 'node:crypto';

import { DatabaseError } from './errors.ts';
import { memoize } from './memoize.ts';
import type { Statement } from './sql.ts';

/** A statement that is stored in the database as a function, so that each session plans it only once (ADR 048). */
export type PreparedStatement = {
  /** Derived from the hash of the text, so that a function never runs for another text. */
  readonly name: string;
  readonly parameterTypes: readonly string[];
  readonly columns: number;
  /** The text, with `$1`, `$2`, … for its parameters. */
  readonly body: string;
};

/**
 * Marks a statement as prepared: if the database has its function, the function is called; otherwise the text is sent.
 * The text must have few variants, and the file of the statement must list all of them
 * (lib/queries/prepared-variants.ts). One query plan must be good for all values of the parameters.
 * @param columns how many columns it returns, all of them texts
 */
export function markPrepared(statement: Statement, columns = 1): Statement {
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

const functionCallText = memoize(
  (text) =>
    `select f.* from kept.${functionName(text)}(${Array.from(text.matchAll(parameterPattern), ([value]) => value).join(', ')}) f`,
);

/**
 * Makes the statement that calls the function of a prepared statement. Parameters and rows are the same.
 * @rule Database and local stack: Under which name is a prepared statement found?
 */
export function toFunctionCall({ text, parameters }: Statement): Statement {
  return { text: functionCallText(text), parameters };
}

/** Whether a call failed because the database does not have the function, or not even the schema. */
export function isMissingFunctionError(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.sqlState === '3F000') return error.summary.includes('"kept"');
  return error.sqlState === '42883' && error.summary.includes(' kept.statement_');
}

/** The name of the function for a text. The schema `kept` contains these functions only. */
function functionName(text: string): string {
  return `statement_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
