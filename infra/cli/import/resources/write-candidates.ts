import { isDataRefusal, type DatabaseError } from '../../../../lib/data-api/errors.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import type { BatchTurn } from '../batch-turn.ts';
import type { ImportContext } from '../import-context.ts';
import type { ImportModels } from './import-models.ts';
import { importError } from '../import-problems.ts';
import type { BatchContext } from '../run-importer.ts';
import { sumOmittedCounts, nothingOmitted, type OmittedCounts } from './omit-parts.ts';
import { planStoredRecords, type RecordsContext, type PreparedRecords } from './plan-records.ts';
import { findRefusedValues } from './refused-values.ts';
import { salvageCandidate, type RecordCandidate } from './salvage.ts';
import { toFileRecord } from './file-record.ts';
import { isAcceptedByDatabase, writeResources } from './write-resources.ts';

/** The context of writing records. */
type WriteContext = Pick<BatchContext, 'report'> & {
  readonly models: ImportModels;
  readonly context: ImportContext & RecordsContext;
};

/** The written records, and their changes. */
type AcceptedCandidates = {
  /** The records that the database has accepted. */
  readonly candidates: readonly RecordCandidate[];
  readonly changes: readonly ResourceWrite[];
  readonly omitted: OmittedCounts;
};

const nothingWritten: AcceptedCandidates = { candidates: [], changes: [], omitted: nothingOmitted };

/**
 * Writes records in one transaction. If the database refuses a record, the records are repeatedly halved, and the halves written
 * separately, until the refused record is found. It is reported, and salvaged if the import salvages records.
 * @param turn undefined if no other batch is in progress
 */
export async function writeCandidates(
  candidates: readonly RecordCandidate[],
  writeContext: WriteContext,
  turn?: BatchTurn,
): Promise<AcceptedCandidates> {
  const { models, context } = writeContext;
  const [firstCandidate] = candidates;
  if (firstCandidate === undefined) return nothingWritten;
  try {
    const attempt = (attemptTurn?: BatchTurn): Promise<PreparedRecords> =>
      writeResources(context.dataApi, candidates.map(toFileRecord), models, context, attemptTurn);
    const { changes, problems } = await (turn === undefined ? attempt() : turn.attempt(attempt));
    writeContext.report(problems);
    return { candidates, changes, omitted: nothingOmitted };
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
    // A strict import must not write any of the records, so it does not halve them.
    if (candidates.length === 1 || context.strict) {
      return await reportAndSalvageRefused(candidates, firstCandidate, error, writeContext);
    }
  }
  // `turn.attempt` has waited for the previous batch, so no turn is needed any more.
  const middle = Math.ceil(candidates.length / 2);
  const firstHalf = await writeCandidates(candidates.slice(0, middle), writeContext);
  const secondHalf = await writeCandidates(candidates.slice(middle), writeContext);
  return {
    candidates: [...firstHalf.candidates, ...secondHalf.candidates],
    changes: [...firstHalf.changes, ...secondHalf.changes],
    omitted: sumOmittedCounts(firstHalf.omitted, secondHalf.omitted),
  };
}

/**
 * Compares records with what is stored, as a dry run does.
 * @returns the records and their changes, as if they were written
 */
export async function planCandidates(
  candidates: readonly RecordCandidate[],
  { models, context, report }: WriteContext,
): Promise<AcceptedCandidates> {
  const records = candidates.map(toFileRecord);
  const { changes, problems } = await planStoredRecords(context.dataApi, records, models, context);
  report(problems);
  return { candidates, changes, omitted: nothingOmitted };
}

/**
 * Reports that the database refuses records, which ends a strict import. In any other import there is only one candidate. If the import
 * salvages records, the candidate has a source, and is written without the values that the database refuses.
 */
async function reportAndSalvageRefused(
  candidates: readonly RecordCandidate[],
  firstCandidate: RecordCandidate,
  error: DatabaseError,
  writeContext: WriteContext,
): Promise<AcceptedCandidates> {
  const { models, context, report } = writeContext;
  const problems =
    firstCandidate.source === undefined
      ? [makeRefusalError(candidates, firstCandidate, error)]
      : await findRefusedValues(firstCandidate.record, error, (record) =>
          isAcceptedByDatabase(
            context.dataApi,
            toFileRecord({ ...firstCandidate, record }),
            models,
            context,
          ),
        );
  const salvaged = salvageCandidate(firstCandidate, problems);
  report(salvaged.problems);
  if (salvaged.candidate === undefined) return { ...nothingWritten, omitted: salvaged.omitted };
  const rest = await writeCandidates([salvaged.candidate], writeContext);
  return { ...rest, omitted: sumOmittedCounts(salvaged.omitted, rest.omitted) };
}

function makeRefusalError(
  candidates: readonly RecordCandidate[],
  { record, pointer }: RecordCandidate,
  error: DatabaseError,
): Problem {
  if (candidates.length === 1) {
    const message = `The database refuses the record: ${error.message}`;
    return importError('refused_by_database', message, { record: record.resource.resource_id });
  }
  const last = candidates.at(-1)?.pointer ?? pointer;
  const message = `The database refuses one of the ${candidates.length} records from ${pointer} to ${last}: ${error.message}`;
  return importError('refused_by_database', message);
}
