import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { checkRecord } from './check-record.ts';
import { reportProblems } from '../import-context.ts';
import { addOmitted, nothingOmitted, type OmittedParts } from './omit-parts.ts';
import type { Models } from './model-index.ts';
import {
  withFilePointers,
  salvageCandidate,
  type RecordCandidate,
  type SalvageResult,
} from './salvage.ts';
import { findStoredConflicts } from './stored-conflicts.ts';
import type { BatchTurn } from './batch-turn.ts';
import type { FileImport } from './write-candidates.ts';

/** The records that may go in, and what is left out of them. */
export type CheckedCandidates = {
  readonly candidates: readonly RecordCandidate[];
  readonly leftOut: OmittedParts;
};

/** Holds a record against its model. @returns what is sound of it */
export function checkAgainstModel(candidate: RecordCandidate, models: Models): SalvageResult {
  return soundPart(candidate, ({ record }) => checkRecord(record, models, ''));
}

/**
 * Holds records against each other and what is stored. What cannot go in is reported.
 * @param candidates those that fit their models
 * @throws ImportStopped in a strict import
 */
export async function checkCandidates(
  candidates: readonly RecordCandidate[],
  { file, context }: FileImport,
  turn: BatchTurn,
): Promise<CheckedCandidates> {
  let leftOut = nothingOmitted;
  const soundParts = (
    all: readonly RecordCandidate[],
    check: (candidate: RecordCandidate) => readonly Problem[],
  ): readonly RecordCandidate[] =>
    all.flatMap((one) => {
      const part = soundPart(one, check);
      reportProblems(file, part.problems, context);
      leftOut = addOmitted(leftOut, part.leftOut);
      return part.candidate ?? [];
    });
  const owners = new Map<string, string>();
  const distinct = soundParts(candidates, ({ record }) => repeated(record, owners));
  if (distinct.length === 0) return { candidates: distinct, leftOut };
  const conflicts = await turn.attempt(() => findStoredConflicts(distinct, context.data));
  return { candidates: soundParts(distinct, conflicts), leftOut };
}

/** What is sound of a candidate: all of it, or what remains without errors and passes the same check. */
function soundPart(
  candidate: RecordCandidate,
  check: (candidate: RecordCandidate) => readonly Problem[],
): SalvageResult {
  const problems = check(candidate);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    return { candidate, problems: withFilePointers(candidate, problems), leftOut: nothingOmitted };
  }
  const salvaged = salvageCandidate(candidate, candidate.found === undefined ? problems : errors);
  if (salvaged.candidate === undefined) return salvaged;
  const rest = soundPart(salvaged.candidate, check);
  return {
    candidate: rest.candidate,
    problems: [...salvaged.problems, ...rest.problems],
    leftOut: addOmitted(salvaged.leftOut, rest.leftOut),
  };
}

/** A tile that another resource instance of the same transaction has already. */
function repeated(record: ResourceRecord, owners: Map<string, string>): readonly Problem[] {
  const id = record.resource.resource_id;
  const problems = record.tiles.flatMap(({ tile_id: tileId }, index): readonly Problem[] => {
    const owner = owners.get(tileId);
    if (owner === undefined) return [];
    const message = `Tile ${tileId} belongs to resource instance ${owner}, which stands before; it is not moved.`;
    const pointer = jsonPointer(['tiles', index, 'tileid']);
    return [{ severity: 'error', code: 'tile_of_other_resource', pointer, message, record: id }];
  });
  if (problems.length === 0) for (const tile of record.tiles) owners.set(tile.tile_id, id);
  return problems;
}
