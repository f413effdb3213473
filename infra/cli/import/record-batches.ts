import type { Problem } from '../../../lib/model/problem.ts';
import {
  readRecord,
  type ReadRecord,
  type ResourceRecord,
} from '../../../lib/model/resource-record.ts';
import { fileProblem, reportProblems, type ImportContext } from './context.ts';
import { readRecords, type JsonRecord } from './json-records.ts';

/** A record whose shape is sound, with its place in its file. */
export type Candidate = { readonly record: ResourceRecord; readonly pointer: string };

/** Records that go in by one transaction, and how many before them were reported and left out. */
export type Batch = { readonly records: readonly Candidate[]; readonly skipped: number };

const recordsPerTransaction = 1000;
// A transaction also ends by size, so that memory stays bounded whatever the records are like.
const charactersPerTransaction = 32_000_000;

/**
 * Streams a business data file by transactions of 1,000 records. A resource instance that comes again begins a new
 * transaction, so that what comes later is added to what came before, wherever the two stand. A record that is no UTF-8
 * or no JSON is reported and left out; a file that cannot be read on is reported with what was not read.
 * @throws ImportStopped in a strict import, where a record or the file is wrong in its shape
 */
export async function* recordBatches(
  file: string,
  context: Pick<ImportContext, 'report' | 'strict'>,
): AsyncGenerator<Batch> {
  let records: Candidate[] = [];
  let ids = new Set<string>();
  let characters = 0;
  let skipped = 0;
  const take = (): Batch => {
    const batch = { records, skipped };
    records = [];
    ids = new Set();
    characters = 0;
    skipped = 0;
    return batch;
  };
  try {
    for await (const found of readRecords(file)) {
      const { text, pointer } = found;
      const read = readFound(found);
      if (read.ok) {
        const id = read.record.resource.resource_id;
        if (ids.has(id)) yield take();
        ids.add(id);
        records.push({ record: read.record, pointer });
      } else {
        skipped += 1;
        reportProblems(file, read.problems, context);
      }
      characters += text.length;
      if (records.length >= recordsPerTransaction || characters > charactersPerTransaction) {
        yield take();
      }
    }
  } catch (error) {
    reportProblems(file, [endOfReading(error)], context);
  }
  if (records.length + skipped > 0) yield take();
}

/** A record that is not UTF-8 is read all the same, for its id. */
function readFound(found: JsonRecord): ReadRecord {
  const read = readText(found);
  if (found.isUtf8) return read;
  const id = read.ok ? read.record.resource.resource_id : read.problems[0]?.record;
  const message = `The record that begins on line ${found.line} is not UTF-8 text. Save it as UTF-8.`;
  return refused('invalid_utf8', found.pointer, message, id);
}

function readText({ text, pointer, line }: JsonRecord): ReadRecord {
  try {
    return readRecord(text, pointer);
  } catch (error) {
    if (error instanceof SyntaxError) {
      // The parser counts its own lines from the beginning of the record.
      const reason = error.message.replace(/ \(line \d+ column \d+\)$/, '');
      const message = `The record that begins on line ${line} is not JSON: ${reason}`;
      return refused('malformed_json', pointer, message);
    }
    // Walking through a value ends with a RangeError where it is deeper than the stack.
    if (error instanceof RangeError) {
      const message = `The record that begins on line ${line} is nested too deep to be read.`;
      return refused('too_deep', pointer, message);
    }
    throw error;
  }
}

function refused(code: string, pointer: string, message: string, record?: string): ReadRecord {
  const problem = { severity: 'error', code, pointer, message } as const;
  return { ok: false, problems: [record === undefined ? problem : { ...problem, record }] };
}

/** Of these files nothing was read, or all. */
const withoutRest: ReadonlySet<string> = new Set(['unreadable_file', 'no_records']);

function endOfReading(error: unknown): Problem {
  const problem = fileProblem(error);
  if (withoutRest.has(problem.code)) return problem;
  return { ...problem, message: `${problem.message}. The rest of the file was not read.` };
}
