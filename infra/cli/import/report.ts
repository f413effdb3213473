import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';

import type { Problem } from '../../../lib/model/problem.ts';

/** A problem with the file in which it was found. */
export type FileProblem = Problem & { readonly file: string };

/** Where problems go as they are found: counted, and written down one JSON object a line where a file is asked for. */
export type Report = {
  readonly add: (file: string, problems: readonly Problem[]) => void;
  readonly errors: () => number;
  readonly warnings: () => number;
  /** The first problems, to be shown. */
  readonly first: () => readonly FileProblem[];
  readonly close: () => Promise<void>;
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
export function openReport(path?: string): Report {
  const stream = path === undefined ? undefined : openStream(path);
  const first: FileProblem[] = [];
  let errors = 0;
  let warnings = 0;
  return {
    add: (file, problems) => {
      for (const problem of problems) {
        if (problem.severity === 'error') errors += 1;
        else warnings += 1;
        if (first.length < shown) first.push({ ...problem, file });
        stream?.write(`${line(file, problem)}\n`);
      }
    },
    errors: () => errors,
    warnings: () => warnings,
    first: () => first,
    close: async () => {
      if (stream !== undefined) await ended(stream);
    },
  };
}

function openStream(path: string): WriteStream {
  try {
    return createWriteStream(path, { fd: openSync(path, 'w') });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ReportNotWritable(`The report cannot be written: ${reason}`, { cause });
  }
}

function line(file: string, { severity, code, pointer, message, record }: Problem): string {
  return JSON.stringify({ file, record: record ?? null, pointer, severity, code, message });
}

async function ended(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, 'close');
}
