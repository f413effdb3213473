import type { TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, readPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  readRecordValue,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';
import { draftOf, type Draft } from './draft.ts';
import type { JsonRecord } from './json-record.ts';
import { addLeftOut, leaveOut, nothingLeftOut, withSources, type LeftOut } from './leave-out.ts';
import type { ImportProblem } from '../report.ts';

/** A record whose shape is sound, with its place in its file. */
export type Candidate = {
  readonly record: ResourceRecord;
  readonly pointer: string;
  /** The place of each of its tiles in the record of the file. */
  readonly places: readonly number[];
  /** Tiles that lack something of the file. */
  readonly partial: ReadonlySet<TileId>;
  /** The record of the file, where it may be salvaged. */
  readonly found?: JsonRecord;
  /** What is left of it, where something is left out. */
  readonly draft?: Draft;
};

/** What is kept of a record, and what is told of the rest. */
export type Salvaged = {
  /** Undefined where nothing of the record goes in. */
  readonly candidate: Candidate | undefined;
  readonly problems: readonly ImportProblem[];
  readonly leftOut: LeftOut;
};

/**
 * Keeps what is sound of a record that cannot be read as one.
 * @param why what is wrong with the record as a whole
 */
export function salvageRecord(found: JsonRecord, why: readonly Problem[]): Salvaged {
  const first = draftOf(found);
  if (first === undefined) return { ...nothingKept, problems: why };
  const { draft, damage, gaps } = first;
  const { problems, ...rest } = soundRest(found, draft, damage);
  return { ...rest, problems: [...below(found, draft, withSources(draft, gaps)), ...problems] };
}

/**
 * Leaves out of a candidate what is wrong with it, where it may be salvaged; else all of it.
 * @param problems errors, with pointers into its record
 */
export function salvageCandidate(candidate: Candidate, problems: readonly Problem[]): Salvaged {
  const { found, places, draft } = candidate;
  const first = draft === undefined ? found && draftOf(found) : { draft, damage: [] };
  if (found === undefined || first === undefined) {
    return { ...nothingKept, problems: problemsInFile(candidate, problems) };
  }
  const tiles = new Map(places.map((place) => [place, first.draft.tiles.get(place)]));
  const errors = [...first.damage, ...placed(problems, places)];
  return soundRest(found, { ...first.draft, tiles }, errors);
}

/** Problems of a candidate with their place in its file. */
export function problemsInFile(
  { places, pointer }: Pick<Candidate, 'places' | 'pointer'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return placed(problems, places).map((problem) => ({
    ...problem,
    pointer: pointer + problem.pointer,
  }));
}

const nothingKept = { candidate: undefined, leftOut: nothingLeftOut };

/** Leaves out what is wrong, until nothing is. */
function soundRest(found: JsonRecord, draft: Draft, errors: readonly Problem[]): Salvaged {
  const { draft: rest, problems, leftOut } = leaveOut(draft, errors);
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
    leftOut: addLeftOut(leftOut, next.leftOut),
  };
}

function candidateOf(record: ResourceRecord, found: JsonRecord, draft: Draft): Candidate {
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
    const [first, position, ...rest] = readPointer(problem.pointer);
    const place = places[Number(position)];
    if (first !== 'tiles' || position === undefined || place === undefined) return problem;
    return { ...problem, pointer: jsonPointer([first, place, ...rest]) };
  });
}

function below(
  { pointer }: JsonRecord,
  { isFlat }: Draft,
  problems: readonly ImportProblem[],
): readonly ImportProblem[] {
  return problems.map((problem) => {
    const within = isFlat ? problem.pointer.replace(/^\/resourceinstance/, '') : problem.pointer;
    return { ...problem, pointer: pointer + within };
  });
}
