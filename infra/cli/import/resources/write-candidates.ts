import { isRefusalOfData, type DatabaseError } from '../../../../lib/data-api/errors.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { BatchTurn } from '../batch-turn.ts';
import type { ImportContext } from '../import-context.ts';
import { importError } from '../import-problems.ts';
import type { BatchContext } from '../run-importer.ts';
import { addOmitted, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import { findRefusedValues } from './refused-values.ts';
import { salvageCandidate, type RecordCandidate } from './salvage.ts';
import type { RecordToWrite } from './stored-records.ts';
import { isAcceptedByDatabase, writeResources, type ImportModels } from './write-resources.ts';

/** The context of writing records. */
type WriteContext = Pick<BatchContext, 'report'> & {
  readonly models: ImportModels;
  readonly context: ImportContext;
};

/** The written records, and their changes. */
export type WrittenCandidates = {
  /** The records that the database accepted. */
  readonly candidates: readonly RecordCandidate[];
  readonly changes: readonly ResourceChange[];
  readonly omitted: OmittedParts;
};

const nothingWritten: WrittenCandidates = { candidates: [], changes: [], omitted: nothingOmitted };

/**
 * Writes records in one transaction. If the database refuses one of them, each half is written separately, until the refused
 * record is found. It is reported, and salvaged if the import salvages records.
 * @param turn undefined if no other batch is in progress
 */
export async function writeCandidates(
  candidates: readonly RecordCandidate[],
  writeContext: WriteContext,
  turn?: BatchTurn,
): Promise<WrittenCandidates> {
  const { models, context } = writeContext;
  const [first] = candidates;
  if (first === undefined) return nothingWritten;
  try {
    const attempt = (ownTurn?: BatchTurn): Promise<readonly ResourceChange[]> =>
      writeResources(context.dataApi, candidates.map(toRecordToWrite), models, context, ownTurn);
    const changes = await (turn === undefined ? attempt() : turn.attempt(attempt));
    return { candidates, changes, omitted: nothingOmitted };
  } catch (error) {
    if (!isRefusalOfData(error)) throw error;
    // A strict import must not write the sound halves.
    if (candidates.length === 1 || context.strict) {
      return await reportRefusal(candidates, first, error, writeContext);
    }
  }
  // After a failed attempt the batch runs alone, without a turn.
  const middle = Math.ceil(candidates.length / 2);
  const firstHalf = await writeCandidates(candidates.slice(0, middle), writeContext);
  const secondHalf = await writeCandidates(candidates.slice(middle), writeContext);
  return {
    candidates: [...firstHalf.candidates, ...secondHalf.candidates],
    changes: [...firstHalf.changes, ...secondHalf.changes],
    omitted: addOmitted(firstHalf.omitted, secondHalf.omitted),
  };
}

function toRecordToWrite({ record, partialTileIds }: RecordCandidate): RecordToWrite {
  return { ...record, partialTileIds };
}

/**
 * Reports a refusal, which stops a strict import. Otherwise there is one candidate, which is written without the values that the database
 * refuses if the import salvages records: only then it has a source.
 */
async function reportRefusal(
  candidates: readonly RecordCandidate[],
  first: RecordCandidate,
  error: DatabaseError,
  writeContext: WriteContext,
): Promise<WrittenCandidates> {
  const { models, context, report } = writeContext;
  const problems =
    first.source === undefined
      ? [refusalProblem(candidates, first, error)]
      : await findRefusedValues(first.record, error, (record) =>
          isAcceptedByDatabase(context.dataApi, toRecordToWrite({ ...first, record }), models),
        );
  const salvaged = salvageCandidate(first, problems);
  report(salvaged.problems);
  if (salvaged.candidate === undefined) return { ...nothingWritten, omitted: salvaged.omitted };
  const rest = await writeCandidates([salvaged.candidate], writeContext);
  return { ...rest, omitted: addOmitted(salvaged.omitted, rest.omitted) };
}

function refusalProblem(
  candidates: readonly RecordCandidate[],
  { record, pointer }: RecordCandidate,
  error: DatabaseError,
): Problem {
  if (candidates.length === 1) {
    const message = `The database does not take the record: ${error.message}`;
    return importError('refused_by_database', message, { record: record.resource.resource_id });
  }
  const last = candidates.at(-1)?.pointer ?? pointer;
  const message = `The database does not take one of the ${candidates.length} records from ${pointer} to ${last}: ${error.message}`;
  return importError('refused_by_database', message);
}
