import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { reportProblems, type ImportContext } from '../context.ts';
import { addLeftOut, nothingLeftOut, type LeftOut } from './leave-out.ts';
import { refusedValues } from './refused-values.ts';
import { salvageCandidate, type Candidate } from './salvage.ts';
import type { SeenRecords } from './seen-records.ts';
import type { RecordToWrite } from './stored-values.ts';
import type { Turn } from './turn.ts';
import { wouldBeTaken, writeResources, type RecordModels } from './write-resources.ts';
import { addWritten, nothingWritten, type Written } from './written.ts';

/** What the records of a file are imported with. */
export type FileImport = {
  readonly file: string;
  readonly models: RecordModels;
  readonly seen: SeenRecords;
  readonly context: ImportContext;
};

/** What was written of records. */
export type CandidatesWritten = {
  readonly written: Written;
  readonly taken: readonly Candidate[];
  readonly leftOut: LeftOut;
};

/**
 * Writes records in one transaction. Where the database refuses one of them, the others are written by halves, until the
 * one is found and reported, and salvaged if it may be.
 * @param turn undefined where nothing else of the import is under way
 * @returns what was written, and the records that the database took
 */
export async function writeCandidates(
  candidates: readonly Candidate[],
  into: FileImport,
  turn?: Turn,
): Promise<CandidatesWritten> {
  const { models, context } = into;
  const [first] = candidates;
  if (first === undefined) return { written: nothingWritten, taken: [], leftOut: nothingLeftOut };
  try {
    const write = (beside?: Turn): Promise<Written> =>
      writeResources(context.data, candidates.map(toWrite), models, context, beside);
    const written = await (turn === undefined ? write() : turn.attempt(write));
    return { written, taken: candidates, leftOut: nothingLeftOut };
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
    written: addWritten(one.written, two.written),
    taken: [...one.taken, ...two.taken],
    leftOut: addLeftOut(one.leftOut, two.leftOut),
  };
}

function toWrite({ record, partial }: Candidate): RecordToWrite {
  return { ...record, partial };
}

/** Reports what the database refused, and writes what is left of it without the values that it does not take. */
async function salvageRefused(
  candidates: readonly Candidate[],
  first: Candidate,
  error: DatabaseError,
  into: FileImport,
): Promise<CandidatesWritten> {
  const { file, models, context } = into;
  const problems =
    first.found === undefined
      ? [refusal(candidates, first, error)]
      : await refusedValues(first.record, error, (record) =>
          wouldBeTaken(context.data, { ...record, partial: first.partial }, models),
        );
  const { candidate, leftOut, ...salvaged } = salvageCandidate(first, problems);
  reportProblems(file, salvaged.problems, context);
  if (candidate === undefined) return { written: nothingWritten, taken: [], leftOut };
  const rest = await writeCandidates([candidate], into);
  return { ...rest, leftOut: addLeftOut(leftOut, rest.leftOut) };
}

function refusal(
  candidates: readonly Candidate[],
  { record, pointer }: Candidate,
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
