import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  readRecordValue,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import { readDraft, type RecordDraft } from './record-draft.ts';
import type { RecordText } from './record-text.ts';
import {
  addOmitted,
  omitParts,
  nothingOmitted,
  withOmittedSources,
  type OmittedParts,
} from './omit-parts.ts';
import type { ImportProblem } from '../import-report.ts';

/** A record whose shape is sound, with its place in its file. */
export type RecordCandidate = {
  readonly record: ResourceRecord;
  readonly pointer: string;
  /** The place of each of its tiles in the record of the file. */
  readonly places: readonly number[];
  /** Tiles that lack something of the file. */
  readonly partial: ReadonlySet<TileId>;
  /** The record of the file, where it may be salvaged. */
  readonly found?: RecordText;
  /** What is left of it, where something is left out. */
  readonly draft?: RecordDraft;
};

/** What is kept of a record, and what is told of the rest. */
export type SalvageResult = {
  /** Undefined where nothing of the record goes in. */
  readonly candidate: RecordCandidate | undefined;
  readonly problems: readonly ImportProblem[];
  readonly leftOut: OmittedParts;
};

/**
 * Keeps what is sound of a record that cannot be read as one.
 * @param why what is wrong with the record as a whole
 */
export function salvageRecord(found: RecordText, why: readonly Problem[]): SalvageResult {
  const first = readDraft(found);
  if (first === undefined) return { ...nothingKept, problems: why };
  const { draft, damage, gaps } = first;
  const { problems, ...rest } = soundRest(found, draft, damage);
  return {
    ...rest,
    problems: [...below(found, draft, withOmittedSources(draft, gaps)), ...problems],
  };
}

/**
 * Leaves out of a candidate what is wrong with it, where it may be salvaged; else all of it.
 * @param problems errors, with pointers into its record
 */
export function salvageCandidate(
  candidate: RecordCandidate,
  problems: readonly Problem[],
): SalvageResult {
  const { found, places, draft } = candidate;
  const first = draft === undefined ? found && readDraft(found) : { draft, damage: [] };
  if (found === undefined || first === undefined) {
    return { ...nothingKept, problems: withFilePointers(candidate, problems) };
  }
  const tiles = new Map(places.map((place) => [place, first.draft.tiles.get(place)]));
  const errors = [...first.damage, ...placed(problems, places)];
  return soundRest(found, { ...first.draft, tiles }, errors);
}

/** Problems of a candidate with their place in its file. */
export function withFilePointers(
  { places, pointer }: Pick<RecordCandidate, 'places' | 'pointer'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return placed(problems, places).map((problem) => ({
    ...problem,
    pointer: pointer + problem.pointer,
  }));
}

const nothingKept = { candidate: undefined, leftOut: nothingOmitted };

/** Leaves out what is wrong, until nothing is. */
function soundRest(
  found: RecordText,
  draft: RecordDraft,
  errors: readonly Problem[],
): SalvageResult {
  const { draft: rest, problems, leftOut } = omitParts(draft, errors);
  const reported = below(found, draft, problems);
  if (rest === undefined) return { ...nothingKept, problems: reported };
  const places = [...rest.tiles.keys()];
  const value = { resourceinstance: rest.header, tiles: [...rest.tiles.values()] };
  const read = readRecordValue(value, '');
  if (read.ok)
    return { candidate: candidateOf(read.record, found, rest), problems: reported, leftOut };
  const next = soundRest(found, rest, placed(read.problems, places));
  return {
    candidate: next.candidate,
    problems: [...reported, ...next.problems],
    leftOut: addOmitted(leftOut, next.leftOut),
  };
}

function candidateOf(
  record: ResourceRecord,
  found: RecordText,
  draft: RecordDraft,
): RecordCandidate {
  const places = [...draft.tiles.keys()];
  const partial = record.tiles.filter((_tile, at) => draft.partial.has(places[at] ?? -1));
  return {
    record,
    pointer: found.pointer,
    places,
    partial: new Set(partial.map(({ tile_id: id }) => id)),
    found,
    draft,
  };
}

/** Problems with the places of tiles in the source instead of those in what is left of it. */
function placed(problems: readonly Problem[], places: readonly number[]): readonly Problem[] {
  return problems.map((problem) => {
    const [first, position, ...rest] = parseJsonPointer(problem.pointer);
    const place = places[Number(position)];
    if (first !== 'tiles' || position === undefined || place === undefined) return problem;
    return { ...problem, pointer: jsonPointer([first, place, ...rest]) };
  });
}

function below(
  { pointer }: RecordText,
  { isFlat }: RecordDraft,
  problems: readonly ImportProblem[],
): readonly ImportProblem[] {
  return problems.map((problem) => {
    const within = isFlat ? problem.pointer.replace(/^\/resourceinstance/, '') : problem.pointer;
    return { ...problem, pointer: pointer + within };
  });
}
