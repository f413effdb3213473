import { closeSync, openSync, writeFileSync } from 'node:fs';

import { CommandError } from '../command-error.ts';
import type { FileProblem, ImportProblem } from './import-problems.ts';

/** Counts the problems of an import, and writes them to a file with one JSON object on each line. */
export type ImportReport = {
  readonly add: (file: string, problems: readonly ImportProblem[]) => void;
  readonly countErrors: () => number;
  readonly countWarnings: () => number;
  /** The first problems, for the summary: errors before warnings. */
  readonly listFirstProblems: () => readonly FileProblem[];
  readonly close: () => void;
};

const maxFirstProblems = 20;

/**
 * Opens a report.
 * @param path the file to write problems to, if any
 * @throws CommandError if it cannot be written
 */
export function openImportReport(path?: string): ImportReport {
  const descriptor = path === undefined ? undefined : openForWriting(path);
  const firstProblems = { error: new Array<FileProblem>(), warning: new Array<FileProblem>() };
  const counts = { error: 0, warning: 0 };
  return {
    add: (file, problems) => {
      for (const { leftOut, ...problem } of problems) {
        const { severity } = problem;
        counts[severity] += 1;
        if (firstProblems[severity].length < maxFirstProblems)
          firstProblems[severity].push({ ...problem, file });
        // Written immediately, because all left-out records together may not fit in memory.
        if (descriptor !== undefined)
          writeFileSync(descriptor, formatProblem({ ...problem, file }, leftOut));
      }
    },
    countErrors: () => counts.error,
    countWarnings: () => counts.warning,
    listFirstProblems: () =>
      [...firstProblems.error, ...firstProblems.warning].slice(0, maxFirstProblems),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openForWriting(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The report cannot be written: ${reason}. Give the path of a writable file with --report.`;
    throw new CommandError('report_not_writable', message, { cause });
  }
}

function formatProblem(problem: FileProblem, leftOut: ImportProblem['leftOut']): string {
  const { file, record = null, pointer, severity, code, message } = problem;
  return `${JSON.stringify({ file, record, pointer, severity, code, message, ...leftOut })}\n`;
}
