import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';
import { checkRecord } from './check-record.ts';
import { reportProblems } from '../context.ts';
import { addLeftOut, nothingLeftOut, type LeftOut } from './leave-out.ts';
import { problemsInFile, salvageCandidate, type Candidate } from './salvage.ts';
import { storedConflicts } from './stored-conflicts.ts';
import type { FileImport } from './write-candidates.ts';

/** The records that may go in, and what is left out of them. */
export type Checked = { readonly candidates: readonly Candidate[]; readonly leftOut: LeftOut };

/**
 * Holds records against their models, each other and what is stored. What cannot go in is reported.
 * @throws ImportStopped in a strict import
 */
export async function checkCandidates(
  candidates: readonly Candidate[],
  { file, models, context }: FileImport,
): Promise<Checked> {
  let leftOut = nothingLeftOut;
  /** What is sound of a candidate: all of it, or what remains without errors and passes the same check. */
  const soundPart = (
    candidate: Candidate,
    check: (candidate: Candidate) => readonly Problem[],
  ): readonly Candidate[] => {
    const problems = check(candidate);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) {
      reportProblems(file, problemsInFile(candidate, problems), context);
      return [candidate];
    }
    const salvaged = salvageCandidate(candidate, candidate.found === undefined ? problems : errors);
    reportProblems(file, salvaged.problems, context);
    leftOut = addLeftOut(leftOut, salvaged.leftOut);
    return salvaged.candidate === undefined ? [] : soundPart(salvaged.candidate, check);
  };
  const fitting = candidates.flatMap((candidate) =>
    soundPart(candidate, ({ record }) => checkRecord(record, models.index, '')),
  );
  const owners = new Map<string, string>();
  const distinct = fitting.flatMap((candidate) =>
    soundPart(candidate, ({ record }) => repeated(record, owners)),
  );
  if (distinct.length === 0) return { candidates: distinct, leftOut };
  const conflicts = await storedConflicts(distinct, context.data);
  return { candidates: distinct.flatMap((found) => soundPart(found, conflicts)), leftOut };
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
