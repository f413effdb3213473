import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  readRecord,
  type RecordResult,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import { toFileProblem, type ImportContext } from '../import-context.ts';
import type { ImportProblem } from '../import-report.ts';
import type { RecordText } from './record-text.ts';
import { readRecordTexts } from './read-record-texts.ts';
import { addOmitted, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import { removeRepeatedTiles } from './repeated-tiles.ts';
import { salvageRecord, type RecordCandidate, type SalvageResult } from './salvage.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';

/** Records that go in by one transaction, and what before them is to be reported and is left out. */
export type RecordBatch = {
  readonly records: readonly RecordCandidate[];
  /** What is wrong with the shape of records, or with the file. */
  readonly problems: readonly ImportProblem[];
  /** Records that are left out. */
  readonly skipped: number;
  /** What is left out of the others. */
  readonly leftOut: OmittedParts;
};

const recordsPerTransaction = 1000;
// A transaction also ends by size, so that memory stays bounded whatever the records are like.
const charactersPerTransaction = 32_000_000;
const problemsPerTransaction = 10_000;

/**
 * Streams a business data file by transactions of 1,000 records. A resource instance that comes again begins a new
 * transaction, so that what comes later is added to what came before, wherever the two stand; what repeats word for word is taken
 * once. A record that is no UTF-8 or no JSON is left out, or salvaged; a file that cannot be read on ends with a problem that says
 * what was not read. A strict import reads no further than the first error.
 * @param seen the records of the files before
 * @param check what of a record whose shape is sound goes on
 */
export async function* readRecordBatches(
  file: string,
  { strict, salvage }: Pick<ImportContext, 'strict' | 'salvage'>,
  seen: DuplicateDetector,
  check: (candidate: RecordCandidate) => SalvageResult = asItIs,
): AsyncGenerator<RecordBatch> {
  let records: RecordCandidate[] = [];
  let problems: ImportProblem[] = [];
  let ids = new Set<string>();
  let characters = 0;
  let skipped = 0;
  let leftOut = nothingOmitted;
  const take = (): RecordBatch => {
    const batch = { records, problems, skipped, leftOut };
    records = [];
    problems = [];
    ids = new Set();
    characters = 0;
    skipped = 0;
    leftOut = nothingOmitted;
    return batch;
  };
  try {
    for await (const found of readRecordTexts(file, salvage)) {
      const read = readFound(found);
      if (seen.isRepeated(read.ok ? read.record : found.text)) {
        problems.push(repetition(found, read));
        if (problems.length >= problemsPerTransaction) yield take();
        continue;
      }
      const kept = andThen(soundPart(found, read, salvage), check);
      problems.push(...kept.problems);
      if (strict && kept.problems.some(({ severity }) => severity === 'error')) break;
      leftOut = addOmitted(leftOut, kept.leftOut);
      if (kept.candidate === undefined) skipped += 1;
      else {
        const id = kept.candidate.record.resource.resource_id;
        if (ids.has(id)) yield take();
        ids.add(id);
        records.push(kept.candidate);
      }
      characters += found.text.length;
      if (records.length >= recordsPerTransaction || characters > charactersPerTransaction) {
        yield take();
      }
    }
  } catch (error) {
    problems.push(endOfReading(error, salvage));
  }
  if (records.length + skipped + problems.length > 0) yield take();
}

function asItIs(candidate: RecordCandidate): SalvageResult {
  return { candidate, problems: [], leftOut: nothingOmitted };
}

function andThen(
  before: SalvageResult,
  check: (candidate: RecordCandidate) => SalvageResult,
): SalvageResult {
  if (before.candidate === undefined) return before;
  const { candidate, problems, leftOut } = check(before.candidate);
  return {
    candidate,
    problems: [...before.problems, ...problems],
    leftOut: addOmitted(before.leftOut, leftOut),
  };
}

/** What of a record goes on: all of it where its shape is sound, else what can be salvaged, or nothing. */
function soundPart(found: RecordText, read: RecordResult, mayBeSalvaged: boolean): SalvageResult {
  const salvaged = read.ok
    ? whole(found, read.record, mayBeSalvaged)
    : mayBeSalvaged
      ? salvageRecord(found, read.problems)
      : { candidate: undefined, problems: read.problems, leftOut: nothingOmitted };
  return andThen(salvaged, (candidate) => ({
    ...removeRepeatedTiles(candidate),
    leftOut: nothingOmitted,
  }));
}

function whole(found: RecordText, record: ResourceRecord, mayBeSalvaged: boolean): SalvageResult {
  return asItIs({
    record,
    pointer: found.pointer,
    places: [...record.tiles.keys()],
    partial: new Set(),
    ...(mayBeSalvaged ? { found } : {}),
  });
}

function repetition({ pointer }: RecordText, read: RecordResult): Problem {
  const message = 'The record stands before, word for word: it is taken once.';
  const record = read.ok ? { record: read.record.resource.resource_id } : {};
  return { severity: 'warning', code: 'repeated_record', pointer, message, ...record };
}

/** A record that is not UTF-8 is read all the same, for its id. */
function readFound(found: RecordText): RecordResult {
  const read = readText(found);
  if (found.isUtf8) return read;
  const id = read.ok ? read.record.resource.resource_id : read.problems[0]?.record;
  const message = `The record that begins on line ${found.line} is not UTF-8 text. Save it as UTF-8.`;
  return refused('invalid_utf8', found.pointer, message, id);
}

function readText({ text, pointer, line }: RecordText): RecordResult {
  try {
    return readRecord(text, pointer);
  } catch (error) {
    // Walking through a value ends with a RangeError where it is deeper than the stack.
    if (error instanceof NestedTooDeepError || error instanceof RangeError) {
      const message = `The record that begins on line ${line} is nested too deep to be read.`;
      return refused('too_deep', pointer, message);
    }
    if (error instanceof SyntaxError) {
      // The parser counts its own lines from the beginning of the record.
      const reason = error.message.replace(/ \(line \d+ column \d+\)$/, '');
      const message = `The record that begins on line ${line} is not JSON: ${reason}`;
      return refused('malformed_json', pointer, message);
    }
    throw error;
  }
}

function refused(code: string, pointer: string, message: string, record?: string): RecordResult {
  const problem = { severity: 'error', code, pointer, message } as const;
  return { ok: false, problems: [record === undefined ? problem : { ...problem, record }] };
}

/** Of these files nothing was read, or all. */
const withoutRest: ReadonlySet<string> = new Set(['unreadable_file', 'no_records']);

function endOfReading(error: unknown, salvage: boolean): Problem {
  const problem = toFileProblem(error);
  if (withoutRest.has(problem.code)) return problem;
  const rest = salvage
    ? 'All records that can be found in the file were read.'
    : 'The rest of the file was not read.';
  return { ...problem, message: `${problem.message}. ${rest}` };
}
