import type { Problem } from '../../../lib/model/problem.ts';

/** A problem of an import. */
export type ImportProblem = Problem & {
  /** What is left out because of it, as a record that can be imported once it is mended: a header, and tiles as they were. */
  readonly leftOut?: { readonly resourceinstance: unknown; readonly tiles: unknown };
};

/** A problem with the file that has it. */
export type FileProblem = ImportProblem & { readonly file: string };

/** Where a problem is: a JSON Pointer, and the id or name of the record. */
type ProblemLocation = { readonly pointer?: string; readonly record?: string | undefined };

type MakeProblem = (code: string, message: string, at?: ProblemLocation) => Problem;

const makeProblem =
  (severity: Problem['severity']): MakeProblem =>
  (code, message, { pointer = '', record } = {}) => ({
    severity,
    code,
    pointer,
    message,
    ...(record === undefined ? {} : { record }),
  });

/** A problem that keeps a record, or a part of it, out. */
export const importError = makeProblem('error');

/** A problem that keeps nothing out. */
export const importWarning = makeProblem('warning');

/** A few examples of many, for a sentence. */
export function listExamples(all: readonly string[]): string {
  return [...all.slice(0, 3), ...(all.length > 3 ? ['…'] : [])].join(', ');
}
