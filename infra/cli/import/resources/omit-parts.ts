import { repeatedMemberCode } from '../../../../lib/json/repeated-members.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { importError, type ImportProblem } from '../import-problems.ts';
import { RepeatedText } from './damaged-json.ts';
import type { PartialRecord } from './record-draft.ts';

/** How many tiles and values are left out of imported records. */
export type OmittedCounts = { readonly tiles: number; readonly values: number };

export const nothingOmitted: OmittedCounts = { tiles: 0, values: 0 };

export function sumOmittedCounts(one: OmittedCounts, other: OmittedCounts): OmittedCounts {
  return { tiles: one.tiles + other.tiles, values: one.values + other.values };
}

/** A part of a record that is left out because of a problem. */
type RecordPart =
  | { readonly kind: 'record' | 'all tiles' }
  | { readonly kind: 'header member'; readonly name: string }
  | { readonly kind: 'tile'; readonly position: number }
  | { readonly kind: 'tile member' | 'value'; readonly position: number; readonly name: string };

/** Members of a header without which a resource instance cannot be identified. */
const requiredHeaderMembers: ReadonlySet<string> = new Set(['resourceinstanceid', 'graph_id']);

/** Members without which a tile, its owner or its parent cannot be identified, or which contain all its values. */
const requiredTileMembers: ReadonlySet<string> = new Set([
  'tileid',
  'nodegroup_id',
  'parenttile_id',
  'resourceinstance_id',
  'data',
]);

/**
 * Leaves out the faulty parts of a record: only the value if the pointer of a problem leads into a value, otherwise the tile with all tiles
 * below it, or the whole record.
 * @rule Imports and exports: What does an import do with a bad record? It leaves it out; with `--salvage`, only its bad
 * parts.
 * @param problems errors of the record, with pointers into its source
 * @returns the rest of the record, undefined if nothing can be imported; the problems, where the first about each left-out part contains
 * the part as a separate record; and how much is left out
 */
export function omitParts(partialRecord: PartialRecord, problems: readonly Problem[]) {
  const parts = problems.map(locatePart);
  if (parts.some(({ kind }) => kind === 'record')) {
    const reportedProblems = attachLeftOutParts(partialRecord, problems);
    return { partialRecord: undefined, problems: reportedProblems, omitted: nothingOmitted };
  }
  const remaining: MutablePartialRecord = {
    header: partialRecord.header,
    tiles: new Map(partialRecord.tiles),
    partialPositions: new Set(partialRecord.partialPositions),
  };
  for (const part of parts) omitPart(remaining, part);
  const orphans = omitOrphans(remaining, partialRecord);
  return {
    partialRecord: { ...partialRecord, ...remaining },
    problems: attachLeftOutParts(partialRecord, [...problems, ...orphans]),
    omitted: {
      tiles: partialRecord.tiles.size - remaining.tiles.size,
      values: parts.filter(({ kind }) => kind === 'value').length,
    },
  };
}

/**
 * Determines which part of a record is left out because of a problem. A member that occurs twice makes the object around both unclear, so
 * the whole header, tile or record is left out.
 * @param pointer the pointer of the problem in the record
 */
function locatePart({ pointer, code }: Problem): RecordPart {
  const [topKey, secondKey, tileKey, ...innerKeys] = parseJsonPointer(pointer);
  const isRepeated = code === repeatedMemberCode;
  if (topKey !== 'tiles') {
    const [name, innerKey] =
      topKey === 'resourceinstance' ? [secondKey, tileKey] : [topKey, secondKey];
    return name === undefined ||
      requiredHeaderMembers.has(name) ||
      (isRepeated && innerKey === undefined)
      ? { kind: 'record' }
      : { kind: 'header member', name };
  }
  if (secondKey === undefined) return { kind: isRepeated ? 'record' : 'all tiles' };
  const position = Number(secondKey);
  const [nodeId] = innerKeys;
  if (tileKey === 'data' && nodeId !== undefined) return { kind: 'value', position, name: nodeId };
  return tileKey === undefined ||
    requiredTileMembers.has(tileKey) ||
    (isRepeated && innerKeys.length === 0)
    ? { kind: 'tile', position }
    : { kind: 'tile member', position, name: tileKey };
}

/** Adds each left-out part, as a separate record, to the first problem about the part. */
export function attachLeftOutParts(
  { source }: PartialRecord,
  problems: readonly Problem[],
): readonly ImportProblem[] {
  const reportedParts = new Set<string | number>();
  const id = source.resourceinstance['resourceinstanceid'];
  return problems.map((originalProblem) => {
    const problem = typeof id === 'string' ? { record: id, ...originalProblem } : originalProblem;
    const part = locatePart(problem);
    const key = 'position' in part ? part.position : part.kind;
    if (reportedParts.has(key)) return problem;
    reportedParts.add(key);
    return { ...problem, leftOut: toSeparateRecord(source, part) };
  });
}

/** Makes a record that contains only the header and the given part of the source. */
function toSeparateRecord(
  source: PartialRecord['source'],
  part: RecordPart,
): PartialRecord['source'] {
  if (part.kind === 'record' || part.kind === 'all tiles') return source;
  const tiles =
    'position' in part && Array.isArray(source.tiles) ? [source.tiles.at(part.position)] : [];
  return { resourceinstance: source.resourceinstance, tiles };
}

type MutablePartialRecord = {
  header: JsonObject;
  readonly tiles: Map<number, unknown>;
  readonly partialPositions: Set<number>;
};

function omitPart(remaining: MutablePartialRecord, part: RecordPart): void {
  if (part.kind === 'all tiles') remaining.tiles.clear();
  else if (part.kind === 'header member')
    remaining.header = omitMember(remaining.header, part.name);
  else if (part.kind === 'tile') remaining.tiles.delete(part.position);
  else if ('name' in part) {
    const { kind, position, name } = part;
    const tile = remaining.tiles.get(position);
    if (!isObject(tile)) return;
    const { data } = tile;
    const reducedTile =
      kind === 'tile member'
        ? omitMember(tile, name)
        : { ...tile, data: isObject(data) ? omitMember(data, name) : data };
    remaining.tiles.set(position, reducedTile);
    remaining.partialPositions.add(position);
  }
}

/** Returns an object without a member. Ignores the letter case of its key, because ids of nodes may be in upper case. */
function omitMember(object: JsonObject, name: string): JsonObject {
  const members = Object.entries(object);
  return Object.fromEntries(members.filter(([key]) => key.toLowerCase() !== name.toLowerCase()));
}

/** Leaves out the tiles below tiles that were left out, outermost first. @returns the problems of these tiles */
function omitOrphans(
  { tiles }: MutablePartialRecord,
  { source }: PartialRecord,
): readonly Problem[] {
  const problems: Problem[] = [];
  const sourceTiles = Array.isArray(source.tiles) ? source.tiles : [];
  for (;;) {
    const keptIds = new Set([...tiles.values()].map((tile) => readId(tile, 'tileid')));
    const omittedIds = new Set(
      sourceTiles.flatMap(listTileIds).filter((id) => id !== '' && !keptIds.has(id)),
    );
    const orphans = [...tiles].filter(([, tile]) => omittedIds.has(readId(tile, 'parenttile_id')));
    if (orphans.length === 0) return problems;
    for (const [position, tile] of orphans) {
      tiles.delete(position);
      const message = `Tile ${readId(tile, 'tileid')} is left out with its parent tile ${readId(tile, 'parenttile_id')}. Correct that tile, and import both.`;
      const pointer = jsonPointer(['tiles', position, 'parenttile_id']);
      problems.push(importError('parent_tile_left_out', message, { pointer }));
    }
  }
}

/** Lists the ids of a tile in lower case; two if its id occurs twice. */
function listTileIds(tile: unknown): readonly string[] {
  const id = isObject(tile) ? tile['tileid'] : undefined;
  return id instanceof RepeatedText
    ? id.values.map((tileid) => readId({ tileid }, 'tileid'))
    : [readId(tile, 'tileid')];
}

/** Reads an id in lower case; empty if it is missing or invalid. */
function readId(object: unknown, name: string): string {
  const id = isObject(object) ? object[name] : undefined;
  return isUuid(id) ? id.toLowerCase() : '';
}
