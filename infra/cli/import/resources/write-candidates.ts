import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { reportProblems, type ImportContext } from '../import-context.ts';
import { addOmitted, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import { findRefusedValues } from './refused-values.ts';
import { salvageCandidate, type RecordCandidate } from './salvage.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';
import type { RecordToWrite } from './stored-values.ts';
import type { BatchTurn } from './batch-turn.ts';
import { canBeWritten, writeResources, type ImportModels } from './write-resources.ts';
import { addWrittenCounts, noWrites, type WrittenCounts } from './written-counts.ts';

/** What the records of a file are imported with. */
export type FileImport = {
  readonly file: string;
  readonly models: ImportModels;
  readonly seen: DuplicateDetector;
  readonly context: ImportContext;
};

/** What was written of records. */
export type CandidatesWritten = {
  readonly written: WrittenCounts;
  readonly taken: readonly RecordCandidate[];
  readonly leftOut: OmittedParts;
};

/**
 * Writes records in one transaction. Where the database refuses one of them, the others are written by halves, until the
 * one is found and reported, and salvaged if it may be.
 * @param turn undefined where nothing else of the import is under way
 * @returns what was written, and the records that the database took
 */
export async function writeCandidates(
  candidates: readonly RecordCandidate[],
  into: FileImport,
  turn?: BatchTurn,
): Promise<CandidatesWritten> {
  const { models, context } = into;
  const [first] = candidates;
  if (first === undefined) return { written: noWrites, taken: [], leftOut: nothingOmitted };
  try {
    const write = (beside?: BatchTurn): Promise<WrittenCounts> =>
      writeResources(context.data, candidates.map(toWrite), models, context, beside);
    const written = await (turn === undefined ? write() : turn.attempt(write));
    return { written, taken: candidates, leftOut: nothingOmitted };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // A strict import must not write the halves that are sound.
    if (candidates.length === 1 || context.strict) {
      return await salvageRefused(candidates, first, error, into);
    }
  }
  const middle = Math.ceil(candidates.length / 2);
  const one = await writeCandidates(candidates.slice(0, middle), into);
  const two = await writeCandidates(candidates.slice(middle), into);
  return {
    written: addWrittenCounts(one.written, two.written),
    taken: [...one.taken, ...two.taken],
    leftOut: addOmitted(one.leftOut, two.leftOut),
  };
}

function toWrite({ record, partial }: RecordCandidate): RecordToWrite {
  return { ...record, partial };
}

/** Reports what the database refused, and writes what is left of it without the values that it does not take. */
async function salvageRefused(
  candidates: readonly RecordCandidate[],
  first: RecordCandidate,
  error: DatabaseError,
  into: FileImport,
): Promise<CandidatesWritten> {
  const { file, models, context } = into;
  const problems =
    first.found === undefined
      ? [refusal(candidates, first, error)]
      : await findRefusedValues(first.record, error, (record) =>
          canBeWritten(context.data, { ...record, partial: first.partial }, models),
        );
  const { candidate, leftOut, ...salvaged } = salvageCandidate(first, problems);
  reportProblems(file, salvaged.problems, context);
  if (candidate === undefined) return { written: noWrites, taken: [], leftOut };
  const rest = await writeCandidates([candidate], into);
  return { ...rest, leftOut: addOmitted(leftOut, rest.leftOut) };
}

function refusal(
  candidates: readonly RecordCandidate[],
  { record, pointer }: RecordCandidate,
  error: DatabaseError,
): Problem {
  const last = candidates.at(-1)?.pointer ?? pointer;
  const subject =
    candidates.length === 1
      ? 'the record'
      : `one of the ${candidates.length} records from ${pointer} to ${last}`;
  return {
    severity: 'error',
    code: 'refused_by_database',
    pointer: '',
    message: `The database does not take ${subject}: ${error.message}`,
    ...(candidates.length === 1 ? { record: record.resource.resource_id } : {}),
  };
}
