import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Problem } from '../../../lib/model/problem.ts';
import type { Progress } from '../progress.ts';
import { FileFormatError } from './file-error.ts';
import type { ImportProblem, ImportReport } from './import-report.ts';

/** What every import works with. */
export type ImportContext = {
  readonly data: DataApi;
  readonly progress: Progress;
  readonly report: ImportReport;
  /** Checks and reports, and writes nothing. */
  readonly dryRun: boolean;
  /** Stops at the first record that cannot go in; its transaction is rolled back. */
  readonly strict: boolean;
  /** Takes in what is sound of a record that cannot go in whole. */
  readonly salvage: boolean;
  /** Whether the activity stream is not to know what is imported. */
  readonly omitsActivity: boolean;
  /** The project's default language. */
  readonly language: string;
};

/** A strict import met something that cannot go in. */
export class ImportStopped extends Error {
  readonly code = 'import_stopped';
}

/**
 * Reports problems of a file.
 * @throws ImportStopped where one is an error and the import is strict
 */
export function reportProblems(
  file: string,
  problems: readonly ImportProblem[],
  { report, strict }: Pick<ImportContext, 'report' | 'strict'>,
): void {
  report.add(file, problems);
  const error = problems.find((problem) => problem.severity === 'error');
  if (strict && error !== undefined) {
    throw new ImportStopped(`${file}${error.pointer}: ${error.message}`);
  }
}

/**
 * Reads a file, or reports that it cannot be read.
 * @returns what `read` returns; undefined for a file that is missing, damaged or of another format
 * @throws ImportStopped in a strict import
 */
export async function readOrReport<T>(
  file: string,
  context: Pick<ImportContext, 'report' | 'strict'>,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    reportProblems(file, [toFileProblem(error)], context);
    return undefined;
  }
}

/** The problem that a file as a whole is. @throws the error itself where it is not the file's */
export function toFileProblem(error: unknown): Problem {
  if (!(error instanceof FileFormatError)) throw error;
  return { severity: 'error', code: error.code, pointer: '', message: error.message };
}

/** How many things an import met, and what it did with them. */
export type Tally = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
};

export const emptyTally: Tally = { created: 0, updated: 0, unchanged: 0 };

export function addTally(one: Tally, other: Partial<Tally>): Tally {
  return {
    created: one.created + (other.created ?? 0),
    updated: one.updated + (other.updated ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
  };
}
