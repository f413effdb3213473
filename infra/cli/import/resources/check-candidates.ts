import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { checkRecord } from './check-record.ts';
import { reportProblems } from '../context.ts';
import { addLeftOut, nothingLeftOut, type LeftOut } from './leave-out.ts';
import type { Models } from './model-index.ts';
import { problemsInFile, salvageCandidate, type Candidate, type Salvaged } from './salvage.ts';
import { storedConflicts } from './stored-conflicts.ts';
import type { Turn } from './turn.ts';
import type { FileImport } from './write-candidates.ts';

/** The records that may go in, and what is left out of them. */
export type Checked = { readonly candidates: readonly Candidate[]; readonly leftOut: LeftOut };

/** Holds a record against its model. @returns what is sound of it */
export function fittingPart(candidate: Candidate, models: Models): Salvaged {
  return soundPart(candidate, ({ record }) => checkRecord(record, models, ''));
}

/**
 * Holds records against each other and what is stored. What cannot go in is reported.
 * @param candidates those that fit their models
 * @throws ImportStopped in a strict import
 */
export async function checkCandidates(
  candidates: readonly Candidate[],
  { file, context }: FileImport,
  turn: Turn,
): Promise<Checked> {
  let leftOut = nothingLeftOut;
  const soundParts = (
    all: readonly Candidate[],
    check: (candidate: Candidate) => readonly Problem[],
  ): readonly Candidate[] =>
    all.flatMap((one) => {
      const part = soundPart(one, check);
      reportProblems(file, part.problems, context);
      leftOut = addLeftOut(leftOut, part.leftOut);
      return part.candidate ?? [];
    });
  const owners = new Map<string, string>();
  const distinct = soundParts(candidates, ({ record }) => repeated(record, owners));
  if (distinct.length === 0) return { candidates: distinct, leftOut };
  const conflicts = await turn.attempt(() => storedConflicts(distinct, context.data));
  return { candidates: soundParts(distinct, conflicts), leftOut };
}

/** What is sound of a candidate: all of it, or what remains without errors and passes the same check. */
function soundPart(
  candidate: Candidate,
  check: (candidate: Candidate) => readonly Problem[],
): Salvaged {
  const problems = check(candidate);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    return { candidate, problems: problemsInFile(candidate, problems), leftOut: nothingLeftOut };
  }
  const salvaged = salvageCandidate(candidate, candidate.found === undefined ? problems : errors);
  if (salvaged.candidate === undefined) return salvaged;
  const rest = soundPart(salvaged.candidate, check);
  return {
    candidate: rest.candidate,
    problems: [...salvaged.problems, ...rest.problems],
    leftOut: addLeftOut(salvaged.leftOut, rest.leftOut),
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
