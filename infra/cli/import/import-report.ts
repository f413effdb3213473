import { closeSync, openSync, writeFileSync } from 'node:fs';

import { CommandError } from '../command-error.ts';
import type { FileProblem, ImportProblem } from './import-problems.ts';
import { ProblemGroups, type ProblemGroup } from './problem-groups.ts';

/** Counts the problems of an import, and writes them to a file with one JSON object on each line. */
export type ImportReport = {
  readonly add: (file: string, problems: readonly ImportProblem[]) => void;
  readonly countErrors: () => number;
  readonly countWarnings: () => number;
  /** The problems in groups, for the summary: errors before warnings. */
  readonly listGroups: () => readonly ProblemGroup[];
  readonly close: () => void;
};

/**
 * Opens a report.
 * @param path the file to write problems to, if any
 * @throws CommandError if it cannot be written
 */
export function openImportReport(path?: string): ImportReport {
  const descriptor = path === undefined ? undefined : openForWriting(path);
  const groups = new ProblemGroups();
  const counts = { error: 0, warning: 0 };
  return {
    add: (file, problems) => {
      for (const { leftOut, ...problem } of problems) {
        counts[problem.severity] += 1;
        groups.add({ ...problem, file });
        // Written immediately, because all left-out records together may not fit in memory.
        if (descriptor !== undefined)
          writeFileSync(descriptor, formatProblem({ ...problem, file }, leftOut));
      }
    },
    countErrors: () => counts.error,
    countWarnings: () => counts.warning,
    listGroups: () => groups.list(),
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
