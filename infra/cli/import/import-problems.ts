import type { Problem } from '../../../lib/model/problem.ts';

/** A problem of an import. */
export type ImportProblem = Problem & {
  /** The left-out part, for an import after its repair: a header with the original tiles, or the cells of a row by column. */
  readonly leftOut?:
    | { readonly resourceinstance: unknown; readonly tiles: unknown }
    | { readonly row: Readonly<Record<string, string>> };
};

/** A problem with the file that has it. */
export type FileProblem = ImportProblem & { readonly file: string };

/** Where a problem is: a JSON Pointer, and the id or name of the record. */
type ProblemLocation = { readonly pointer?: string; readonly record?: string | undefined };

type ProblemFactory = (code: string, message: string, at?: ProblemLocation) => Problem;

const makeProblem =
  (severity: Problem['severity']): ProblemFactory =>
  (code, message, { pointer = '', record } = {}) => ({
    severity,
    code,
    pointer,
    message,
    ...(record === undefined ? {} : { record }),
  });

/** Makes the problem of a record that is left out, wholly or in part. */
export const importError = makeProblem('error');

/** Makes a problem because of which nothing is left out. */
export const importWarning = makeProblem('warning');

/** Lists the first few of many names, for a sentence. */
export function listExamples(names: readonly string[]): string {
  return [...names.slice(0, 3), ...(names.length > 3 ? ['…'] : [])].join(', ');
}
