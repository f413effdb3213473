import type { DataApi } from '../../../../lib/data-api/client.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { importError } from '../import-problems.ts';
import type { BatchContext } from '../run-importer.ts';
import { avoidIds } from './avoid-ids.ts';
import { checkRecord } from './check-record.ts';
import type { ModelsByGraph } from './model-index.ts';
import { sumOmittedCounts, nothingOmitted } from './omit-parts.ts';
import { toFileRecord } from './file-record.ts';
import {
  salvageCandidate,
  toFilePointers,
  type RecordCandidate,
  type SalvageResult,
} from './salvage.ts';
import { findStoredConflicts } from './stored-conflicts.ts';

type CandidateCheck = (candidate: RecordCandidate) => readonly Problem[];

/** Checks a record against its model. @returns the valid part of the record, and the problems of the other parts */
export function checkAgainstModel(
  candidate: RecordCandidate,
  models: ModelsByGraph,
): SalvageResult {
  return findValidPart(candidate, ({ record }) => checkRecord(record, models, ''));
}

/**
 * Checks records against each other and against the stored data, and reports what cannot be imported.
 * @param candidates the candidates that `checkAgainstModel` has checked
 * @returns the candidates that can be written, and how much is left out of them
 * @throws ImportStopped in a strict import
 */
export async function checkCandidates(
  candidates: readonly RecordCandidate[],
  dataApi: DataApi,
  { report, turn }: BatchContext,
) {
  let omitted = nothingOmitted;
  const findValidParts = (
    allCandidates: readonly RecordCandidate[],
    check: CandidateCheck,
  ): readonly RecordCandidate[] =>
    allCandidates.flatMap((candidate) => {
      const part = findValidPart(candidate, check);
      report(part.problems);
      omitted = sumOmittedCounts(omitted, part.omitted);
      return part.candidate ?? [];
    });
  const claimTiles = createTileClaimer();
  const candidatesWithOwnTiles = findValidParts(candidates, ({ record }) => claimTiles(record));
  if (candidatesWithOwnTiles.length === 0) return { candidates: candidatesWithOwnTiles, omitted };
  const { checkedCandidates, listProblems } = await turn.attempt(() =>
    findConflicts(candidatesWithOwnTiles, dataApi),
  );
  return { candidates: findValidParts(checkedCandidates, listProblems), omitted };
}

/** Finds conflicts with stored data. Derived ids that belong to tiles of other resource instances are replaced by others. */
async function findConflicts(candidates: readonly RecordCandidate[], dataApi: DataApi) {
  let checkedCandidates = candidates;
  for (;;) {
    const { listProblems, takenIds } = await findStoredConflicts(checkedCandidates, dataApi);
    if (takenIds.size === 0) return { checkedCandidates, listProblems };
    checkedCandidates = checkedCandidates.map((candidate) => {
      const { resource, tiles, ...parts } = avoidIds(toFileRecord(candidate), takenIds);
      return { ...candidate, ...parts, record: { resource, tiles } };
    });
  }
}

/** Returns the valid part of a candidate: all of it if it has no errors, otherwise what is left without the faulty parts. */
function findValidPart(candidate: RecordCandidate, check: CandidateCheck): SalvageResult {
  const problems = check(candidate);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    return { candidate, problems: toFilePointers(candidate, problems), omitted: nothingOmitted };
  }
  const isSalvageable = candidate.source !== undefined;
  // If the candidate cannot be salvaged, it is not checked again, so its warnings are reported as well.
  const salvaged = salvageCandidate(candidate, isSalvageable ? errors : problems);
  if (salvaged.candidate === undefined) return salvaged;
  const rest = findValidPart(salvaged.candidate, check);
  return {
    candidate: rest.candidate,
    problems: [...salvaged.problems, ...rest.problems],
    omitted: sumOmittedCounts(salvaged.omitted, rest.omitted),
  };
}

/**
 * Creates a function that claims the tiles of a record for its resource instance. If an earlier resource instance has claimed some of
 * them, the function claims none and returns the problems.
 */
function createTileClaimer(): (record: ResourceRecord) => readonly Problem[] {
  const owners = new Map<string, string>();
  return ({ resource: { resource_id: id }, tiles }) => {
    const problems = tiles.flatMap(({ tile_id: tileId }, index) => {
      const owner = owners.get(tileId);
      if (owner === undefined) return [];
      const message = `Tile ${tileId} belongs to resource instance ${owner}, which comes earlier in the import, and is not moved. Give one of the two tiles another id.`;
      const pointer = jsonPointer(['tiles', index, 'tileid']);
      return [importError('tile_of_other_resource', message, { pointer, record: id })];
    });
    if (problems.length === 0) for (const tile of tiles) owners.set(tile.tile_id, id);
    return problems;
  };
}
