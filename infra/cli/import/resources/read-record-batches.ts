import { NestedTooDeepError } from '../../../../lib/json/nesting.ts';
import { readJson } from '../../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import {
  parseRecordValue,
  type RecordResult,
} from '../../../../lib/model/resources/resource-record.ts';
import { toFileProblem } from '../file-error.ts';
import type { ImportContext } from '../import-context.ts';
import { importError, importWarning, type ImportProblem } from '../import-problems.ts';
import { makeRepeatedMemberProblems } from '../repeated-members.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';
import { sumOmittedCounts, nothingOmitted, type OmittedCounts } from './omit-parts.ts';
import { readRecordTexts } from './read-record-texts.ts';
import type { RecordText } from './record-text.ts';
import { removeRepeatedTiles } from './repeated-tiles.ts';
import { salvageRecord, type RecordCandidate, type SalvageResult } from './salvage.ts';

/** The records of one transaction, and the problems that were found when reading them. */
export type RecordBatch = {
  readonly records: RecordCandidate[];
  readonly problems: ImportProblem[];
  size: number;
  /** The number of records that are left out. */
  leftOut: number;
  /** The parts that are left out of the other records. */
  omitted: OmittedCounts;
};

const recordsPerTransaction = 1000;
// Limits the memory that a transaction of large records needs.
const charactersPerTransaction = 32_000_000;
const problemsPerTransaction = 10_000;

const createBatch = (): RecordBatch => ({
  records: [],
  problems: [],
  size: 0,
  leftOut: 0,
  omitted: nothingOmitted,
});

/**
 * Streams a business data file in batches of up to 1,000 records. A second record of the same resource instance begins a new batch,
 * because it is added to the stored first one. A record that equals an earlier one is skipped with a warning. A record that is not UTF-8
 * or not JSON is left out or salvaged. A file that cannot be read to its end is reported. A strict import stops at the first error.
 * @rule Imports and exports: What does an import do with a bad record? It leaves it out; with `--salvage`, only its bad
 * parts.
 * @param duplicates knows the records of the previous files
 * @param check returns the valid part of a readable record
 * @param readTexts reads the records; by default, from the file
 */
export async function* readRecordBatches(
  file: string,
  { strict, salvage }: Pick<ImportContext, 'strict' | 'salvage'>,
  duplicates: DuplicateDetector,
  check: (candidate: RecordCandidate) => SalvageResult = acceptCandidate,
  readTexts: typeof readRecordTexts = readRecordTexts,
): AsyncGenerator<RecordBatch> {
  let batch = createBatch();
  let ids = new Set<string>();
  let characters = 0;
  const takeBatch = (): RecordBatch => {
    const finishedBatch = batch;
    finishedBatch.size = finishedBatch.records.length;
    batch = createBatch();
    ids = new Set();
    characters = 0;
    return finishedBatch;
  };
  try {
    for await (const source of readTexts(file, salvage)) {
      const result = parseSource(source);
      if (duplicates.isRepeated(result.ok ? result.record : source.text)) {
        batch.problems.push(makeRepeatedRecordWarning(source, result));
        if (batch.problems.length >= problemsPerTransaction) yield takeBatch();
        continue;
      }
      const part = checkCandidatePart(readValidPart(source, result, salvage), check);
      batch.problems.push(...part.problems);
      if (strict && part.problems.some(({ severity }) => severity === 'error')) break;
      batch.omitted = sumOmittedCounts(batch.omitted, part.omitted);
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
    batch.problems.push(makeReadProblem(error, salvage));
  }
  if (batch.records.length + batch.leftOut + batch.problems.length > 0) yield takeBatch();
}

function acceptCandidate(candidate: RecordCandidate): SalvageResult {
  return { candidate, problems: [], omitted: nothingOmitted };
}

/** Checks the candidate of a part, if there is one, and joins the problems of reading and checking. */
function checkCandidatePart(
  part: SalvageResult,
  check: (candidate: RecordCandidate) => SalvageResult,
): SalvageResult {
  if (part.candidate === undefined) return part;
  const { candidate, problems, omitted } = check(part.candidate);
  return {
    candidate,
    problems: [...part.problems, ...problems],
    omitted: sumOmittedCounts(part.omitted, omitted),
  };
}

/** Returns the valid part of a record: all of it if its shape is valid, otherwise what can be salvaged, or nothing. */
function readValidPart(source: RecordText, result: RecordResult, salvage: boolean): SalvageResult {
  const part = result.ok
    ? acceptCandidate(toCandidate(source, result, salvage))
    : salvage
      ? salvageRecord(source, result.problems)
      : { candidate: undefined, problems: result.problems, omitted: nothingOmitted };
  return checkCandidatePart(part, (candidate) => ({
    ...removeRepeatedTiles(candidate),
    omitted: nothingOmitted,
  }));
}

function toCandidate(
  source: RecordText,
  { record, without }: Extract<RecordResult, { ok: true }>,
  salvage: boolean,
): RecordCandidate {
  return {
    record,
    pointer: source.pointer,
    positions: [...record.tiles.keys()],
    partialTileIds: new Set(),
    without,
    replacingTileIds: new Set(),
    ...(salvage ? { source } : {}),
  };
}

function makeRepeatedRecordWarning({ pointer }: RecordText, result: RecordResult): Problem {
  const message = 'The record equals an earlier one. It is imported once.';
  const record = result.ok ? result.record.resource.resource_id : undefined;
  return importWarning('repeated_record', message, { pointer, record });
}

/** Parses the text of a record. A record that is not UTF-8 is also parsed, so that its problem contains its id. */
function parseSource(source: RecordText): RecordResult {
  const result = parseText(source);
  if (source.isUtf8) return result;
  const id = findRecordId(result);
  const message = `The record that begins on line ${source.line} is not UTF-8 text. Save it as UTF-8.`;
  return refuseRecord('invalid_utf8', source.pointer, message, id);
}

function parseText({ text, pointer, line }: RecordText): RecordResult {
  try {
    return parseRecordValue(readJson(text), pointer);
  } catch (error) {
    if (error instanceof RepeatedMembersError) {
      const lastMembers = parseRecordValue(error.lastMembers, pointer);
      const { members } = error;
      const problems = makeRepeatedMemberProblems(members, findRecordId(lastMembers), pointer);
      return { ok: false, problems };
    }
    // The parser throws a RangeError if a value is nested deeper than its stack allows.
    if (error instanceof NestedTooDeepError || error instanceof RangeError) {
      const message = `The record that begins on line ${line} is nested too deep to be read. Import it with --salvage to import its other parts.`;
      return refuseRecord('too_deep', pointer, message);
    }
    if (error instanceof SyntaxError) {
      // The line in the message of the parser is removed, because it counts from the beginning of the record.
      const reason = error.message.replace(/ \(line \d+ column \d+\)$/, '');
      const message = `The record that begins on line ${line} is not JSON: ${reason}`;
      return refuseRecord('malformed_json', pointer, message);
    }
    throw error;
  }
}

function findRecordId(result: RecordResult): string | undefined {
  return result.ok ? result.record.resource.resource_id : result.problems[0]?.record;
}

function refuseRecord(
  code: string,
  pointer: string,
  message: string,
  record?: string,
): RecordResult {
  return { ok: false, problems: [importError(code, message, { pointer, record })] };
}

/** The problems of files that were read completely or not at all, so that they have no unread rest. */
const codesWithoutRest: ReadonlySet<string> = new Set(['unreadable_file', 'no_records']);

function makeReadProblem(error: unknown, salvage: boolean): Problem {
  const problem = toFileProblem(error);
  if (codesWithoutRest.has(problem.code)) return problem;
  const rest = salvage
    ? 'All records that could be found were read.'
    : 'The rest of the file was not read.';
  return { ...problem, message: `${problem.message}. ${rest}` };
}
