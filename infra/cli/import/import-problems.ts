import type { Problem } from '../../../lib/model/problem.ts';

/** A problem of an import. */
export type ImportProblem = Problem & {
  /** The part that was left out, so that it can be repaired and imported: a header with its tiles, or the cells of a row by column. */
  readonly leftOut?:
    | { readonly resourceinstance: unknown; readonly tiles: unknown }
    | { readonly row: Readonly<Record<string, string>> };
  /** The heading of the column, for a problem of a cell. */
  readonly column?: string;
};

/** A problem and the file in which it was found. */
export type FileProblem = ImportProblem & { readonly file: string };

/** Where a problem is: a JSON Pointer, and the id or name of the record. */
type ProblemLocation = { readonly pointer?: string; readonly record?: string | undefined };

type ProblemFactory = (code: string, message: string, location?: ProblemLocation) => Problem;

const makeProblem =
  (severity: Problem['severity']): ProblemFactory =>
  (code, message, { pointer = '', record } = {}) => ({
    severity,
    code,
    pointer,
    message,
    ...(record === undefined ? {} : { record }),
  });

/** Makes the problem of a record of which all or some parts are not imported. */
export const importError = makeProblem('error');

/** Makes a problem of a record that is nevertheless imported as a whole. */
export const importWarning = makeProblem('warning');

/** Lists the first three names for a message, with an ellipsis if there are more. */
export function listExamples(names: readonly string[]): string {
  return [...names.slice(0, 3), ...(names.length > 3 ? ['…'] : [])].join(', ');
}
