import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  parseRecordValue,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import type { ImportProblem } from '../import-problems.ts';
import {
  sumOmittedCounts,
  nothingOmitted,
  omitParts,
  addOmittedSources,
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
  /** The text of the record in the file, if the import salvages records. */
  readonly source?: RecordText;
  /** What remains of the record, if faulty parts were left out. */
  readonly draft?: PartialRecord;
};

/** The valid part of a record, and the problems of the other parts. */
export type SalvageResult = {
  /** Undefined if nothing of the record can be imported. */
  readonly candidate: RecordCandidate | undefined;
  readonly problems: readonly ImportProblem[];
  readonly omitted: OmittedCounts;
};

const nothingSalvaged = { candidate: undefined, omitted: nothingOmitted };

/**
 * Salvages the valid parts of a record that cannot be read as a whole.
 * @param problems the problems of the whole record
 */
export function salvageRecord(source: RecordText, problems: readonly Problem[]): SalvageResult {
  const read = readPartialRecord(source);
  if (read === undefined) return { ...nothingSalvaged, problems };
  const { draft, unreadablePartProblems, missingPartProblems } = read;
  const rest = salvagePartialRecord(source, draft, unreadablePartProblems);
  const gapProblems = recordToFilePointers(
    source,
    draft,
    addOmittedSources(draft, missingPartProblems),
  );
  return { ...rest, problems: [...gapProblems, ...rest.problems] };
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
  const read =
    candidate.draft === undefined
      ? source && readPartialRecord(source)
      : { draft: candidate.draft, unreadablePartProblems: [] };
  if (source === undefined || read === undefined) {
    return { ...nothingSalvaged, problems: toFilePointers(candidate, problems) };
  }
  const { draft, unreadablePartProblems } = read;
  const tiles = new Map(positions.map((position) => [position, draft.tiles.get(position)]));
  const errors = [...unreadablePartProblems, ...toSourcePositions(problems, positions)];
  return salvagePartialRecord(source, { ...draft, tiles }, errors);
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
  draft: PartialRecord,
  errors: readonly Problem[],
): SalvageResult {
  const { draft: rest, problems, omitted } = omitParts(draft, errors);
  const reportedProblems = recordToFilePointers(source, draft, problems);
  if (rest === undefined) return { ...nothingSalvaged, problems: reportedProblems };
  const positions = [...rest.tiles.keys()];
  const value = { resourceinstance: rest.header, tiles: [...rest.tiles.values()] };
  const read = parseRecordValue(value, '');
  if (read.ok) {
    const partialTiles = read.record.tiles.filter((_, index) =>
      rest.partialPositions.has(positions[index] ?? -1),
    );
    const candidate = {
      record: read.record,
      pointer: source.pointer,
      positions,
      partialTileIds: new Set(partialTiles.map(({ tile_id: id }) => id)),
      source,
      draft: rest,
    };
    return { candidate, problems: reportedProblems, omitted };
  }
  const next = salvagePartialRecord(source, rest, toSourcePositions(read.problems, positions));
  return {
    candidate: next.candidate,
    problems: [...reportedProblems, ...next.problems],
    omitted: sumOmittedCounts(omitted, next.omitted),
  };
}

/** Replaces the positions of tiles in pointers by the positions in the source. */
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
