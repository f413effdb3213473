import { closeSync, openSync, writeFileSync } from 'node:fs';

import type { Problem } from '../../../lib/model/problem.ts';

/** A problem of an import. */
export type ImportProblem = Problem & {
  /** What is left out because of it as a record of its own, which can be imported when it is mended: a header, and tiles as they were. */
  readonly leftOut?: { readonly resourceinstance: unknown; readonly tiles: unknown };
};

/** A problem with the file in which it was found. */
export type FileProblem = Problem & { readonly file: string };

/** Where problems go as they are found: counted, and written down one JSON object a line where a file is asked for. */
export type ImportReport = {
  readonly add: (file: string, problems: readonly ImportProblem[]) => void;
  readonly errors: () => number;
  readonly warnings: () => number;
  /** The first problems, to be shown: errors before warnings. */
  readonly first: () => readonly FileProblem[];
  readonly close: () => void;
};

const shown = 20;

/** The file for problems cannot be written. */
export class ReportNotWritable extends Error {
  readonly code = 'report_not_writable';
}

/**
 * Opens a report.
 * @param path the file to write problems to; none without it
 * @throws ReportNotWritable
 */
export function openImportReport(path?: string): ImportReport {
  const file = path === undefined ? undefined : open(path);
  const first = { error: new Array<FileProblem>(), warning: new Array<FileProblem>() };
  const counts = { error: 0, warning: 0 };
  return {
    add: (name, problems) => {
      for (const { leftOut, ...problem } of problems) {
        const { severity } = problem;
        counts[severity] += 1;
        if (first[severity].length < shown) first[severity].push({ ...problem, file: name });
        // Written at once: records that are left out would fill the memory while they wait.
        if (file !== undefined) writeFileSync(file, `${line(name, problem, leftOut)}\n`);
      }
    },
    errors: () => counts.error,
    warnings: () => counts.warning,
    first: () => [...first.error, ...first.warning].slice(0, shown),
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}

function open(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ReportNotWritable(`The report cannot be written: ${reason}`, { cause });
  }
}

function line(file: string, problem: Problem, leftOut: ImportProblem['leftOut']): string {
  const { severity, code, pointer, message, record } = problem;
  return JSON.stringify({
    file,
    record: record ?? null,
    pointer,
    severity,
    code,
    message,
    ...leftOut,
  });
}
