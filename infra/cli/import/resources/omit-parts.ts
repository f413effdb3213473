import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { importError, type ImportProblem } from '../import-problems.ts';
import type { RecordDraft } from './record-draft.ts';

/** How much is left out of records that are imported. */
export type OmittedParts = { readonly tiles: number; readonly values: number };

export const nothingOmitted: OmittedParts = { tiles: 0, values: 0 };

export function addOmitted(first: OmittedParts, second: OmittedParts): OmittedParts {
  return { tiles: first.tiles + second.tiles, values: first.values + second.values };
}

/** A part of a record that is left out because of a problem. */
type RecordPart =
  | { readonly kind: 'record' | 'all tiles' }
  | { readonly kind: 'header member'; readonly name: string }
  | { readonly kind: 'tile'; readonly position: number }
  | { readonly kind: 'tile member' | 'value'; readonly position: number; readonly name: string };

/** Members without which a resource instance, or a tile and its parent, cannot be identified. */
const requiredHeaderMembers: ReadonlySet<string> = new Set(['resourceinstanceid', 'graph_id']);
const requiredTileMembers: ReadonlySet<string> = new Set([
  'tileid',
  'nodegroup_id',
  'parenttile_id',
  'resourceinstance_id',
  'data',
]);

/**
 * Leaves out the faulty parts of a record: a value if the problem is in the value, otherwise its tile with all tiles below,
 * otherwise the record.
 * @param problems errors of the record, with pointers into its source
 * @returns the rest of the record (undefined if nothing of it can be imported); the problems, each with the part that it
 * leaves out as a record of its own, a tile once; and how much is left out
 */
export function omitParts(draft: RecordDraft, problems: readonly Problem[]) {
  const parts = problems.map(({ pointer }) => locatePart(pointer));
  if (parts.some(({ kind }) => kind === 'record')) {
    const reportedProblems = withOmittedSources(draft, problems);
    return { draft: undefined, problems: reportedProblems, omitted: nothingOmitted };
  }
  const rest: MutableDraft = {
    header: draft.header,
    tiles: new Map(draft.tiles),
    partialPositions: new Set(draft.partialPositions),
  };
  for (const part of parts) omitPart(rest, part);
  const orphans = omitOrphans(rest, draft);
  return {
    draft: { ...draft, ...rest },
    problems: withOmittedSources(draft, [...problems, ...orphans]),
    omitted: {
      tiles: draft.tiles.size - rest.tiles.size,
      values: parts.filter(({ kind }) => kind === 'value').length,
    },
  };
}

function locatePart(pointer: string): RecordPart {
  const [first, second, third, fourth] = parseJsonPointer(pointer);
  if (first !== 'tiles') {
    const name = first === 'resourceinstance' ? second : first;
    return name === undefined || requiredHeaderMembers.has(name)
      ? { kind: 'record' }
      : { kind: 'header member', name };
  }
  if (second === undefined) return { kind: 'all tiles' };
  const position = Number(second);
  if (third === 'data' && fourth !== undefined) return { kind: 'value', position, name: fourth };
  return third === undefined || requiredTileMembers.has(third)
    ? { kind: 'tile', position }
    : { kind: 'tile member', position, name: third };
}

/** Adds to problems the parts that they leave out, each as a record of its own, a tile once. */
export function withOmittedSources(
  { source }: RecordDraft,
  problems: readonly Problem[],
): readonly ImportProblem[] {
  const reportedParts = new Set<string | number>();
  const id = source.resourceinstance['resourceinstanceid'];
  return problems.map((original) => {
    const problem = typeof id === 'string' ? { record: id, ...original } : original;
    const part = locatePart(problem.pointer);
    const key = 'position' in part ? part.position : part.kind;
    if (reportedParts.has(key)) return problem;
    reportedParts.add(key);
    return { ...problem, leftOut: recordOfPart(source, part) };
  });
}

/** A record of its own with the original part. */
function recordOfPart(source: RecordDraft['source'], part: RecordPart): RecordDraft['source'] {
  if (part.kind === 'record' || part.kind === 'all tiles') return source;
  const tiles =
    'position' in part && Array.isArray(source.tiles) ? [source.tiles.at(part.position)] : [];
  return { resourceinstance: source.resourceinstance, tiles };
}

type MutableDraft = {
  header: JsonObject;
  readonly tiles: Map<number, unknown>;
  readonly partialPositions: Set<number>;
};

function omitPart(rest: MutableDraft, part: RecordPart): void {
  if (part.kind === 'all tiles') rest.tiles.clear();
  else if (part.kind === 'header member') rest.header = withoutMember(rest.header, part.name);
  else if (part.kind === 'tile') rest.tiles.delete(part.position);
  else if ('name' in part) {
    const { kind, position, name } = part;
    const tile = rest.tiles.get(position);
    if (!isObject(tile)) return;
    const { data } = tile;
    const changed =
      kind === 'tile member'
        ? withoutMember(tile, name)
        : { ...tile, data: isObject(data) ? withoutMember(data, name) : data };
    rest.tiles.set(position, changed);
    rest.partialPositions.add(position);
  }
}

/** Ids of nodes are compared in lower case. */
function withoutMember(object: JsonObject, name: string): JsonObject {
  const members = Object.entries(object);
  return Object.fromEntries(members.filter(([key]) => key.toLowerCase() !== name.toLowerCase()));
}

/** Leaves out the tiles whose parent was left out, and those below them, outermost first. */
function omitOrphans({ tiles }: MutableDraft, { source }: RecordDraft): readonly Problem[] {
  const problems: Problem[] = [];
  const sourceTiles = Array.isArray(source.tiles) ? source.tiles : [];
  for (;;) {
    const keptIds = new Set([...tiles.values()].map((tile) => idOf(tile, 'tileid')));
    const omittedIds = new Set(
      sourceTiles.map((tile) => idOf(tile, 'tileid')).filter((id) => id !== '' && !keptIds.has(id)),
    );
    const orphans = [...tiles].filter(([, tile]) => omittedIds.has(idOf(tile, 'parenttile_id')));
    if (orphans.length === 0) return problems;
    for (const [position, tile] of orphans) {
      tiles.delete(position);
      const message = `Tile ${idOf(tile, 'tileid')} is left out with its parent tile ${idOf(tile, 'parenttile_id')}. Mend that one, and import both.`;
      const pointer = jsonPointer(['tiles', position, 'parenttile_id']);
      problems.push(importError('parent_tile_left_out', message, { pointer }));
    }
  }
}

/** An id in lower case; empty if there is none. */
function idOf(object: unknown, name: string): string {
  const id = isObject(object) ? object[name] : undefined;
  return isUuid(id) ? id.toLowerCase() : '';
}
