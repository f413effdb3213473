import { closeSync, openSync, writeFileSync } from 'node:fs';

import { CommandError } from '../command-error.ts';
import type { FileProblem, ImportProblem } from './import-problems.ts';

/** Counts the problems of an import, and writes them to a file, one JSON object a line. */
export type ImportReport = {
  readonly add: (file: string, problems: readonly ImportProblem[]) => void;
  readonly errors: () => number;
  readonly warnings: () => number;
  /** The first problems, for the summary: errors before warnings. */
  readonly first: () => readonly FileProblem[];
  readonly close: () => void;
};

const maxFirstProblems = 20;

/**
 * Opens a report.
 * @param path the file to write problems to, if any
 * @throws CommandError if it cannot be written
 */
export function openImportReport(path?: string): ImportReport {
  const descriptor = path === undefined ? undefined : openFile(path);
  const first = { error: new Array<FileProblem>(), warning: new Array<FileProblem>() };
  const counts = { error: 0, warning: 0 };
  return {
    add: (file, problems) => {
      for (const { leftOut, ...problem } of problems) {
        const { severity } = problem;
        counts[severity] += 1;
        if (first[severity].length < maxFirstProblems) first[severity].push({ ...problem, file });
        // Written at once, because all left-out records together would fill the memory.
        if (descriptor !== undefined)
          writeFileSync(descriptor, reportLine({ ...problem, file }, leftOut));
      }
    },
    errors: () => counts.error,
    warnings: () => counts.warning,
    first: () => [...first.error, ...first.warning].slice(0, maxFirstProblems),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The report cannot be written: ${reason}`;
    throw new CommandError('report_not_writable', message, { cause });
  }
}

function reportLine(problem: FileProblem, leftOut: ImportProblem['leftOut']): string {
  const { file, record = null, pointer, severity, code, message } = problem;
  return `${JSON.stringify({ file, record, pointer, severity, code, message, ...leftOut })}\n`;
}
