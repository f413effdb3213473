import { fileProblem, reportProblems, type ImportContext } from './context.ts';
import { readRecords } from './json-records.ts';
import { readRecord, type ReadRecord, type ResourceRecord } from './resource-record.ts';

/** A record whose shape is sound, with its place in its file. */
export type Candidate = { readonly record: ResourceRecord; readonly pointer: string };

/** Records that go in by one transaction, and how many before them were reported and left out. */
export type Batch = { readonly records: readonly Candidate[]; readonly skipped: number };

const recordsPerTransaction = 1000;
// A transaction also ends by size, so that memory stays bounded whatever the records are like.
const charactersPerTransaction = 32_000_000;

/**
 * Streams a business data file by transactions of 1,000 records. A resource instance that comes again begins a new
 * transaction, so that what comes later is added to what came before, wherever the two stand.
 * @throws ImportStopped in a strict import, where a record or the file is wrong in its shape
 */
export async function* recordBatches(file: string, context: ImportContext): AsyncGenerator<Batch> {
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
    for await (const { text, pointer } of readRecords(file)) {
      const read = readText(text, pointer);
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
    reportProblems(file, [fileProblem(error)], context);
  }
  if (records.length + skipped > 0) yield take();
}

function readText(text: string, pointer: string): ReadRecord {
  try {
    return readRecord(text, pointer);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return refused('malformed_json', pointer, `The record is not JSON: ${error.message}`);
    }
    // Walking through a value ends with a RangeError where it is deeper than the stack.
    if (error instanceof RangeError) {
      return refused('too_deep', pointer, 'The record is nested too deep to be read.');
    }
    throw error;
  }
}

function refused(code: string, pointer: string, message: string): ReadRecord {
  return { ok: false, problems: [{ severity: 'error', code, pointer, message }] };
}
