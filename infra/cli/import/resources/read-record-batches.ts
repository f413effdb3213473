import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  parseRecordText,
  type RecordResult,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import { toFileProblem } from '../file-error.ts';
import type { ImportContext } from '../import-context.ts';
import { importError, importWarning, type ImportProblem } from '../import-problems.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';
import { addOmitted, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import { readRecordTexts } from './read-record-texts.ts';
import type { RecordText } from './record-text.ts';
import { removeRepeatedTiles } from './repeated-tiles.ts';
import { salvageRecord, type RecordCandidate, type SalvageResult } from './salvage.ts';

/** The records of one transaction, and the problems of reading them. */
export type RecordBatch = {
  readonly records: RecordCandidate[];
  readonly problems: ImportProblem[];
  size: number;
  /** How many records are left out. */
  leftOut: number;
  /** The parts that are left out of the others. */
  omitted: OmittedParts;
};

const recordsPerTransaction = 1000;
// Large records end a transaction earlier, so that memory stays bounded.
const charactersPerTransaction = 32_000_000;
const problemsPerTransaction = 10_000;

const newBatch = (): RecordBatch => ({
  records: [],
  problems: [],
  size: 0,
  leftOut: 0,
  omitted: nothingOmitted,
});

/**
 * Streams a business data file in batches of 1,000 records. A second record of the same resource instance begins a new batch, because
 * it is added to the first one. A record that repeats another word for word is read once. A record that is not UTF-8 or not JSON is
 * left out, or salvaged; a file that cannot be read further ends with a problem. A strict import stops reading at the first error.
 * @param duplicates has the records of the previous files
 * @param check returns the sound part of a readable record
 */
export async function* readRecordBatches(
  file: string,
  { strict, salvage }: Pick<ImportContext, 'strict' | 'salvage'>,
  duplicates: DuplicateDetector,
  check: (candidate: RecordCandidate) => SalvageResult = allOf,
): AsyncGenerator<RecordBatch> {
  let batch = newBatch();
  let ids = new Set<string>();
  let characters = 0;
  const take = (): RecordBatch => {
    const taken = batch;
    taken.size = taken.records.length;
    batch = newBatch();
    ids = new Set();
    characters = 0;
    return taken;
  };
  try {
    for await (const source of readRecordTexts(file, salvage)) {
      const read = readSource(source);
      if (duplicates.isRepeated(read.ok ? read.record : source.text)) {
        batch.problems.push(repeatedRecord(source, read));
        if (batch.problems.length >= problemsPerTransaction) yield take();
        continue;
      }
      const part = andThen(soundPart(source, read, salvage), check);
      batch.problems.push(...part.problems);
      if (strict && part.problems.some(({ severity }) => severity === 'error')) break;
      batch.omitted = addOmitted(batch.omitted, part.omitted);
      if (part.candidate === undefined) batch.leftOut += 1;
      else {
        const id = part.candidate.record.resource.resource_id;
        if (ids.has(id)) yield take();
        ids.add(id);
        batch.records.push(part.candidate);
      }
      characters += source.text.length;
      if (batch.records.length >= recordsPerTransaction || characters > charactersPerTransaction) {
        yield take();
      }
    }
  } catch (error) {
    batch.problems.push(endOfReading(error, salvage));
  }
  if (batch.records.length + batch.leftOut + batch.problems.length > 0) yield take();
}

function allOf(candidate: RecordCandidate): SalvageResult {
  return { candidate, problems: [], omitted: nothingOmitted };
}

function andThen(
  first: SalvageResult,
  check: (candidate: RecordCandidate) => SalvageResult,
): SalvageResult {
  if (first.candidate === undefined) return first;
  const { candidate, problems, omitted } = check(first.candidate);
  return {
    candidate,
    problems: [...first.problems, ...problems],
    omitted: addOmitted(first.omitted, omitted),
  };
}

/** Returns the sound part of a record: all of it if its shape is sound, otherwise the parts that can be salvaged, or nothing. */
function soundPart(source: RecordText, read: RecordResult, salvage: boolean): SalvageResult {
  const part = read.ok
    ? allOf(toCandidate(source, read.record, salvage))
    : salvage
      ? salvageRecord(source, read.problems)
      : { candidate: undefined, problems: read.problems, omitted: nothingOmitted };
  return andThen(part, (candidate) => ({
    ...removeRepeatedTiles(candidate),
    omitted: nothingOmitted,
  }));
}

function toCandidate(
  source: RecordText,
  record: ResourceRecord,
  salvage: boolean,
): RecordCandidate {
  return {
    record,
    pointer: source.pointer,
    positions: [...record.tiles.keys()],
    partial: new Set(),
    ...(salvage ? { source } : {}),
  };
}

function repeatedRecord({ pointer }: RecordText, read: RecordResult): Problem {
  const message = 'The same record comes before, word for word: it is imported once.';
  const record = read.ok ? read.record.resource.resource_id : undefined;
  return importWarning('repeated_record', message, { pointer, record });
}

/** A record that is not UTF-8 is parsed nevertheless, for its id. */
function readSource(source: RecordText): RecordResult {
  const read = parseText(source);
  if (source.isUtf8) return read;
  const id = read.ok ? read.record.resource.resource_id : read.problems[0]?.record;
  const message = `The record that begins on line ${source.line} is not UTF-8 text. Save it as UTF-8.`;
  return unreadable('invalid_utf8', source.pointer, message, id);
}

function parseText({ text, pointer, line }: RecordText): RecordResult {
  try {
    return parseRecordText(text, pointer);
  } catch (error) {
    // A RangeError comes from a value that is nested deeper than the stack.
    if (error instanceof NestedTooDeepError || error instanceof RangeError) {
      const message = `The record that begins on line ${line} is nested too deep to be read.`;
      return unreadable('too_deep', pointer, message);
    }
    if (error instanceof SyntaxError) {
      // The parser counts lines from the beginning of the record.
      const reason = error.message.replace(/ \(line \d+ column \d+\)$/, '');
      const message = `The record that begins on line ${line} is not JSON: ${reason}`;
      return unreadable('malformed_json', pointer, message);
    }
    throw error;
  }
}

function unreadable(code: string, pointer: string, message: string, record?: string): RecordResult {
  return { ok: false, problems: [importError(code, message, { pointer, record })] };
}

/** A file with one of these problems was not read at all, or completely. */
const withoutRest: ReadonlySet<string> = new Set(['unreadable_file', 'no_records']);

function endOfReading(error: unknown, salvage: boolean): Problem {
  const problem = toFileProblem(error);
  if (withoutRest.has(problem.code)) return problem;
  const rest = salvage
    ? 'All records that can be found in the file were read.'
    : 'The rest of the file was not read.';
  return { ...problem, message: `${problem.message}. ${rest}` };
}
