import type { DataApi } from '../../../../lib/data-api/client.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { importError } from '../import-problems.ts';
import type { BatchContext } from '../run-importer.ts';
import { checkRecord } from './check-record.ts';
import type { ModelsByGraph } from './model-index.ts';
import { addOmitted, nothingOmitted } from './omit-parts.ts';
import {
  salvageCandidate,
  withFilePointers,
  type RecordCandidate,
  type SalvageResult,
} from './salvage.ts';
import { findStoredConflicts } from './stored-conflicts.ts';

type CandidateCheck = (candidate: RecordCandidate) => readonly Problem[];

/** Compares a record with its model. @returns the part that fits, and the problems of the rest */
export function checkAgainstModel(
  candidate: RecordCandidate,
  models: ModelsByGraph,
): SalvageResult {
  return findSoundPart(candidate, ({ record }) => checkRecord(record, models, ''));
}

/**
 * Compares records with each other and with what is stored, and reports what cannot be imported.
 * @param candidates those that fit their models
 * @returns the candidates that can be written, and how much is left out of them
 * @throws ImportStopped in a strict import
 */
export async function checkCandidates(
  candidates: readonly RecordCandidate[],
  dataApi: DataApi,
  { report, turn }: BatchContext,
) {
  let omitted = nothingOmitted;
  const findSoundParts = (
    allCandidates: readonly RecordCandidate[],
    check: CandidateCheck,
  ): readonly RecordCandidate[] =>
    allCandidates.flatMap((candidate) => {
      const part = findSoundPart(candidate, check);
      report(part.problems);
      omitted = addOmitted(omitted, part.omitted);
      return part.candidate ?? [];
    });
  const claimTiles = createTileClaims();
  const distinct = findSoundParts(candidates, ({ record }) => claimTiles(record));
  if (distinct.length === 0) return { candidates: distinct, omitted };
  const findConflicts = await turn.attempt(() => findStoredConflicts(distinct, dataApi));
  return { candidates: findSoundParts(distinct, findConflicts), omitted };
}

/** Returns the sound part of a candidate: all of it if it has no errors, otherwise what is left without the faulty parts. */
function findSoundPart(candidate: RecordCandidate, check: CandidateCheck): SalvageResult {
  const problems = check(candidate);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    return { candidate, problems: withFilePointers(candidate, problems), omitted: nothingOmitted };
  }
  const isSalvageable = candidate.source !== undefined;
  // A candidate that is left out is not checked again, so its warnings are reported now.
  const salvaged = salvageCandidate(candidate, isSalvageable ? errors : problems);
  if (salvaged.candidate === undefined) return salvaged;
  const rest = findSoundPart(salvaged.candidate, check);
  return {
    candidate: rest.candidate,
    problems: [...salvaged.problems, ...rest.problems],
    omitted: addOmitted(salvaged.omitted, rest.omitted),
  };
}

/**
 * Creates a function that claims the tiles of a record for its resource instance. If another resource instance has claimed some of
 * them, the function returns these problems, and claims none.
 */
function createTileClaims(): (record: ResourceRecord) => readonly Problem[] {
  const owners = new Map<string, string>();
  return ({ resource: { resource_id: id }, tiles }) => {
    const problems = tiles.flatMap(({ tile_id: tileId }, index) => {
      const owner = owners.get(tileId);
      if (owner === undefined) return [];
      const message = `Tile ${tileId} belongs to resource instance ${owner}, which comes earlier in the import; it is not moved.`;
      const pointer = jsonPointer(['tiles', index, 'tileid']);
      return [importError('tile_of_other_resource', message, { pointer, record: id })];
    });
    if (problems.length === 0) for (const tile of tiles) owners.set(tile.tile_id, id);
    return problems;
  };
}
