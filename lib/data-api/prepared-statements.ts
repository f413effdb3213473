import { createHash } from 'node:crypto';

import { DatabaseError } from './errors.ts';
import { memoize } from './memoize.ts';
import type { Statement } from './sql.ts';

/** A statement as the database keeps it: a function whose plan each session makes once. */
export type PreparedStatement = {
  /** The hash of the text, so that another text never answers for this one. */
  readonly name: string;
  /** The type of each parameter, in their order. */
  readonly parameterTypes: readonly string[];
  readonly columns: number;
  /** The text with `$1`, `$2`, … in the place of its parameters. */
  readonly body: string;
};

/**
 * Marks a statement as one that is sent often. Where the database keeps it, it is called by its name, and not planned anew; elsewhere its text is sent. So its text must
 * depend on few things, each of which stands in the `keptTexts` of its file (lib/queries/prepared-variants.ts), and its plan be good whatever its parameters are.
 * @param columns how many columns it gives, all of them texts
 */
export function prepared(statement: Statement, columns = 1): Statement {
  return { ...statement, preparedColumns: columns };
}

const parameter = /:p(\d+)::([a-z0-9_]+(?:\[\])?)/g;

/** What the database has to keep of a statement that is marked. */
export function toPreparedStatement(statement: Statement): PreparedStatement {
  return {
    name: nameOf(statement.text),
    parameterTypes: Array.from(statement.text.matchAll(parameter), ([, , type = '']) => type),
    columns: statement.preparedColumns ?? 1,
    body: statement.text.replaceAll(parameter, (_match, number: string) => `$${number}`),
  };
}

const callOf = memoize(
  (text) =>
    `select k.* from kept.${nameOf(text)}(${Array.from(text.matchAll(parameter), ([value]) => value).join(', ')}) k`,
);

/** The call of a statement that is marked. It takes the same parameters, and gives the same rows. */
export function preparedCall({ text, parameters }: Statement): Statement {
  return { text: callOf(text), parameters };
}

/** Whether the database refused a call because it does not keep the statement: the schema of kept statements is not there, or the function in it. */
export function isUnpreparedError(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  if (error.sqlState === '3F000') return error.summary.includes('"kept"');
  return error.sqlState === '42883' && error.summary.includes(' kept.statement_');
}

/** The name under which a text is kept; a schema of its own holds nothing else. */
function nameOf(text: string): string {
  return `statement_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
