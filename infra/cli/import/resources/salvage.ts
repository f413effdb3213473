import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  parseRecordValue,
  type ResourceRecord,
  type TilesWithoutMember,
} from '../../../../lib/model/resources/resource-record.ts';
import type { ImportProblem } from '../import-problems.ts';
import {
  sumOmittedCounts,
  nothingOmitted,
  omitParts,
  attachLeftOutParts,
  type OmittedCounts,
} from './omit-parts.ts';
import { readPartialRecord, type PartialRecord } from './record-draft.ts';
import type { RecordText } from './record-text.ts';

/** A record with a valid shape, and its location in its file. */
export type RecordCandidate = {
  readonly record: ResourceRecord;
  readonly pointer: string;
  /** The position of each tile in the record of the file. */
  readonly positions: readonly number[];
  /** The ids of incomplete tiles: for a value that is absent in such a tile, the stored value is kept. */
  readonly partialTileIds: ReadonlySet<TileId>;
  /** The tiles that lack a member in the file. */
  readonly without: TilesWithoutMember;
  /** The tiles that are stored tiles with equal values, and otherwise replace the values of the stored tile with their id. */
  readonly replacingTileIds: ReadonlySet<TileId>;
  /** The text of the record in the file, if the import salvages records. */
  readonly source?: RecordText;
  /** The warnings about values of a record of CSV, which are true once the record is imported. */
  readonly valueWarnings?: readonly ImportProblem[];
  /** What remains of the record, if faulty parts were left out. */
  readonly partialRecord?: PartialRecord;
};

/** The valid part of a record, and the problems of the other parts. */
export type SalvageResult = {
  /** Undefined if nothing of the record can be imported. */
  readonly candidate: RecordCandidate | undefined;
  readonly problems: readonly ImportProblem[];
  readonly omitted: OmittedCounts;
};

/** Compares a record with its model. @returns its valid part */
export type CheckCandidate = (candidate: RecordCandidate) => SalvageResult;

const nothingSalvaged = { candidate: undefined, omitted: nothingOmitted };

/**
 * Salvages the valid parts of a record that cannot be read as a whole.
 * @rule Imports and exports: What does an import do with a bad record? It leaves it out; with `--salvage`, only its bad
 * parts.
 * @param problems the problems of the whole record
 */
export function salvageRecord(source: RecordText, problems: readonly Problem[]): SalvageResult {
  const readable = readPartialRecord(source);
  if (readable === undefined) return { ...nothingSalvaged, problems };
  const { partialRecord, unreadablePartProblems, missingPartProblems } = readable;
  const rest = salvagePartialRecord(source, partialRecord, unreadablePartProblems);
  const reportedMissingParts = recordToFilePointers(
    source,
    partialRecord,
    attachLeftOutParts(partialRecord, missingPartProblems),
  );
  return { ...rest, problems: [...reportedMissingParts, ...rest.problems] };
}

/**
 * Leaves out the faulty parts of a candidate if the import salvages records, and otherwise the whole candidate.
 * @param problems the errors, with pointers into the record of the candidate
 */
export function salvageCandidate(
  candidate: RecordCandidate,
  problems: readonly Problem[],
): SalvageResult {
  const { source, positions } = candidate;
  const readable =
    candidate.partialRecord === undefined
      ? source && readPartialRecord(source)
      : { partialRecord: candidate.partialRecord, unreadablePartProblems: [] };
  if (source === undefined || readable === undefined) {
    return { ...nothingSalvaged, problems: toFilePointers(candidate, problems) };
  }
  const { partialRecord, unreadablePartProblems } = readable;
  const tiles = new Map(positions.map((position) => [position, partialRecord.tiles.get(position)]));
  const errors = [...unreadablePartProblems, ...toSourcePositions(problems, positions)];
  return salvagePartialRecord(source, { ...partialRecord, tiles }, errors);
}

/** Converts the pointers of problems of a candidate to pointers into its file. */
export function toFilePointers(
  { positions, pointer }: Pick<RecordCandidate, 'positions' | 'pointer'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return toSourcePositions(problems, positions).map((problem) => ({
    ...problem,
    pointer: pointer + problem.pointer,
  }));
}

/** Leaves out parts with errors until the rest has no errors. */
function salvagePartialRecord(
  source: RecordText,
  partialRecord: PartialRecord,
  errors: readonly Problem[],
): SalvageResult {
  const { partialRecord: rest, problems, omitted } = omitParts(partialRecord, errors);
  const reportedProblems = recordToFilePointers(source, partialRecord, problems);
  if (rest === undefined) return { ...nothingSalvaged, problems: reportedProblems };
  const positions = [...rest.tiles.keys()];
  const value = { resourceinstance: rest.header, tiles: [...rest.tiles.values()] };
  const parsed = parseRecordValue(value, '');
  if (parsed.ok) {
    const partialTiles = parsed.record.tiles.filter((_, index) =>
      rest.partialPositions.has(positions[index] ?? -1),
    );
    const tileIds = parsed.record.tiles.map(({ tile_id: id }) => id);
    const candidate = {
      record: parsed.record,
      pointer: source.pointer,
      positions,
      partialTileIds: new Set(partialTiles.map(({ tile_id: id }) => id)),
      without: {
        tileId: new Set(tileIds.filter((id) => rest.derivedIds.has(id))),
        proposals: parsed.without.proposals,
      },
      replacingTileIds: new Set<TileId>(),
      source,
      partialRecord: rest,
    };
    return { candidate, problems: reportedProblems, omitted };
  }
  const next = salvagePartialRecord(source, rest, toSourcePositions(parsed.problems, positions));
  return {
    candidate: next.candidate,
    problems: [...reportedProblems, ...next.problems],
    omitted: sumOmittedCounts(omitted, next.omitted),
  };
}

/** Replaces the indexes of tiles in pointers by the positions of the tiles in the source. */
function toSourcePositions(
  problems: readonly Problem[],
  positions: readonly number[],
): readonly Problem[] {
  return problems.map((problem) => {
    const [listName, index, ...rest] = parseJsonPointer(problem.pointer);
    const position = positions[Number(index)];
    if (listName !== 'tiles' || index === undefined || position === undefined) return problem;
    return { ...problem, pointer: jsonPointer([listName, position, ...rest]) };
  });
}

function recordToFilePointers(
  { pointer }: RecordText,
  { isHeaderInline }: PartialRecord,
  problems: readonly ImportProblem[],
): readonly ImportProblem[] {
  return problems.map((problem) => {
    const pointerInRecord = isHeaderInline
      ? problem.pointer.replace(/^\/resourceinstance/, '')
      : problem.pointer;
    return { ...problem, pointer: pointer + pointerInRecord };
  });
}
