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
  /** The parts that are left out of the other records. */
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
 * @param readTexts reads the records; by default, from the file
 */
export async function* readRecordBatches(
  file: string,
  { strict, salvage }: Pick<ImportContext, 'strict' | 'salvage'>,
  duplicates: DuplicateDetector,
  check: (candidate: RecordCandidate) => SalvageResult = acceptAll,
  readTexts: typeof readRecordTexts = readRecordTexts,
): AsyncGenerator<RecordBatch> {
  let batch = newBatch();
  let ids = new Set<string>();
  let characters = 0;
  const takeBatch = (): RecordBatch => {
    const finished = batch;
    finished.size = finished.records.length;
    batch = newBatch();
    ids = new Set();
    characters = 0;
    return finished;
  };
  try {
    for await (const source of readTexts(file, salvage)) {
      const result = parseSource(source);
      if (duplicates.isRepeated(result.ok ? result.record : source.text)) {
        batch.problems.push(repeatedRecordWarning(source, result));
        if (batch.problems.length >= problemsPerTransaction) yield takeBatch();
        continue;
      }
      const part = checkNext(readSoundPart(source, result, salvage), check);
      batch.problems.push(...part.problems);
      if (strict && part.problems.some(({ severity }) => severity === 'error')) break;
      batch.omitted = addOmitted(batch.omitted, part.omitted);
      if (part.candidate === undefined) batch.leftOut += 1;
      else {
        const id = part.candidate.record.resource.resource_id;
        if (ids.has(id)) yield takeBatch();
        ids.add(id);
        batch.records.push(part.candidate);
      }
      characters += source.text.length;
      if (batch.records.length >= recordsPerTransaction || characters > charactersPerTransaction) {
        yield takeBatch();
      }
    }
  } catch (error) {
    batch.problems.push(stoppedReadingProblem(error, salvage));
  }
  if (batch.records.length + batch.leftOut + batch.problems.length > 0) yield takeBatch();
}

function acceptAll(candidate: RecordCandidate): SalvageResult {
  return { candidate, problems: [], omitted: nothingOmitted };
}

function checkNext(
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
function readSoundPart(source: RecordText, result: RecordResult, salvage: boolean): SalvageResult {
  const part = result.ok
    ? acceptAll(toCandidate(source, result.record, salvage))
    : salvage
      ? salvageRecord(source, result.problems)
      : { candidate: undefined, problems: result.problems, omitted: nothingOmitted };
  return checkNext(part, (candidate) => ({
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
    partialTileIds: new Set(),
    ...(salvage ? { source } : {}),
  };
}

function repeatedRecordWarning({ pointer }: RecordText, result: RecordResult): Problem {
  const message = 'The same record comes before, word for word: it is imported once.';
  const record = result.ok ? result.record.resource.resource_id : undefined;
  return importWarning('repeated_record', message, { pointer, record });
}

/** A record that is not UTF-8 is parsed nevertheless, for its id. */
function parseSource(source: RecordText): RecordResult {
  const result = parseText(source);
  if (source.isUtf8) return result;
  const id = result.ok ? result.record.resource.resource_id : result.problems[0]?.record;
  const message = `The record that begins on line ${source.line} is not UTF-8 text. Save it as UTF-8.`;
  return unreadableRecord('invalid_utf8', source.pointer, message, id);
}

function parseText({ text, pointer, line }: RecordText): RecordResult {
  try {
    return parseRecordText(text, pointer);
  } catch (error) {
    // A RangeError comes from a value that is nested deeper than the stack.
    if (error instanceof NestedTooDeepError || error instanceof RangeError) {
      const message = `The record that begins on line ${line} is nested too deep to be read.`;
      return unreadableRecord('too_deep', pointer, message);
    }
    if (error instanceof SyntaxError) {
      // The parser counts lines from the beginning of the record.
      const reason = error.message.replace(/ \(line \d+ column \d+\)$/, '');
      const message = `The record that begins on line ${line} is not JSON: ${reason}`;
      return unreadableRecord('malformed_json', pointer, message);
    }
    throw error;
  }
}

function unreadableRecord(
  code: string,
  pointer: string,
  message: string,
  record?: string,
): RecordResult {
  return { ok: false, problems: [importError(code, message, { pointer, record })] };
}

/** A file with one of these problems has no unread rest: it was not read at all, or completely. */
const codesWithoutRest: ReadonlySet<string> = new Set(['unreadable_file', 'no_records']);

function stoppedReadingProblem(error: unknown, salvage: boolean): Problem {
  const problem = toFileProblem(error);
  if (codesWithoutRest.has(problem.code)) return problem;
  const rest = salvage
    ? 'All records that can be found in the file were read.'
    : 'The rest of the file was not read.';
  return { ...problem, message: `${problem.message}. ${rest}` };
}
