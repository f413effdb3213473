import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, parseJsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { pluralize } from '../../text.ts';
import type { RecordDraft } from './record-draft.ts';
import type { ImportProblem } from '../import-report.ts';

/** What remains of a record, and what is told of the rest. */
export type Remainder = {
  /** Undefined where nothing of the record can go in. */
  readonly draft: RecordDraft | undefined;
  readonly problems: readonly ImportProblem[];
  readonly leftOut: OmittedParts;
};

/** How much is left out of records that go in. */
export type OmittedParts = { readonly tiles: number; readonly values: number };

export const nothingOmitted: OmittedParts = { tiles: 0, values: 0 };

export function addOmitted(one: OmittedParts, other: OmittedParts): OmittedParts {
  return { tiles: one.tiles + other.tiles, values: one.values + other.values };
}

/** Words that go behind a count of what went in; none where nothing is left out. */
export function omittedText({ tiles, values }: OmittedParts): string {
  if (tiles + values === 0) return '';
  return `; ${pluralize(tiles, 'tile')} and ${pluralize(values, 'value')} of them left out`;
}

/** What has to be left out because of a problem. */
type Part =
  | { readonly kind: 'record' | 'all tiles' }
  | { readonly kind: 'member of the header'; readonly name: string }
  | { readonly kind: 'tile'; readonly position: number }
  | { readonly kind: 'member'; readonly position: number; readonly name: string }
  | { readonly kind: 'value'; readonly position: number; readonly nodeId: string };

/** Without these nobody knows what a resource instance is, or what a tile is and where it belongs. */
const neededOfHeader: ReadonlySet<string> = new Set(['resourceinstanceid', 'graph_id']);
const neededOfTile: ReadonlySet<string> = new Set([
  'tileid',
  'nodegroup_id',
  'parenttile_id',
  'resourceinstance_id',
  'data',
]);

/**
 * Leaves out of a record what is wrong with it: a value alone where the value is wrong, else its tile with all tiles below,
 * else the record.
 * @param problems errors of the record, with pointers into its source
 * @returns the problems with what they leave out as a record of its own, a tile once
 */
export function omitParts(draft: RecordDraft, problems: readonly Problem[]): Remainder {
  const parts = problems.map(({ pointer }) => partOf(pointer));
  if (parts.some(({ kind }) => kind === 'record')) {
    const reported = withOmittedSources(draft, problems);
    return { draft: undefined, problems: reported, leftOut: nothingOmitted };
  }
  const rest: Rest = {
    header: draft.header,
    tiles: new Map(draft.tiles),
    partial: new Set(draft.partial),
  };
  for (const part of parts) takeOut(rest, part);
  const orphans = takeOutOrphans(rest, draft);
  return {
    draft: { ...draft, ...rest },
    problems: withOmittedSources(draft, [...problems, ...orphans]),
    leftOut: {
      tiles: draft.tiles.size - rest.tiles.size,
      values: parts.filter(({ kind }) => kind === 'value').length,
    },
  };
}

function partOf(pointer: string): Part {
  const [first, second, third, fourth] = parseJsonPointer(pointer);
  if (first !== 'tiles') {
    const name = first === 'resourceinstance' ? second : first;
    return name === undefined || neededOfHeader.has(name)
      ? { kind: 'record' }
      : { kind: 'member of the header', name };
  }
  if (second === undefined) return { kind: 'all tiles' };
  const position = Number(second);
  if (third === 'data' && fourth !== undefined) return { kind: 'value', position, nodeId: fourth };
  return third === undefined || neededOfTile.has(third)
    ? { kind: 'tile', position }
    : { kind: 'member', position, name: third };
}

/** Problems with what they are about as a record of its own, a tile once. */
export function withOmittedSources(
  { source }: RecordDraft,
  problems: readonly Problem[],
): readonly ImportProblem[] {
  const reported = new Set<string | number>();
  return problems.map((found) => {
    const problem = withRecord(source.resourceinstance, found);
    const part = partOf(problem.pointer);
    const key = 'position' in part ? part.position : part.kind;
    if (reported.has(key)) return problem;
    reported.add(key);
    return { ...problem, leftOut: recordOf(source, part) };
  });
}

/** A problem with the id of the resource instance, where its header has one. */
function withRecord(header: JsonObject, problem: Problem): Problem {
  const id = header['resourceinstanceid'];
  return typeof id === 'string' ? { record: id, ...problem } : problem;
}

/** A record of its own that holds a part as it was. */
function recordOf(source: RecordDraft['source'], part: Part): RecordDraft['source'] {
  if (part.kind === 'record' || part.kind === 'all tiles') return source;
  const tile =
    'position' in part && Array.isArray(source.tiles) ? [source.tiles.at(part.position)] : [];
  return { resourceinstance: source.resourceinstance, tiles: tile };
}

/** A draft that changes while parts are taken out. */
type Rest = {
  header: JsonObject;
  readonly tiles: Map<number, unknown>;
  readonly partial: Set<number>;
};

function takeOut(rest: Rest, part: Part): void {
  if (part.kind === 'all tiles') rest.tiles.clear();
  else if (part.kind === 'member of the header')
    rest.header = withoutMember(rest.header, part.name);
  else if (part.kind === 'tile') rest.tiles.delete(part.position);
  else if (part.kind === 'member')
    changeTile(rest, part.position, (tile) => withoutMember(tile, part.name));
  else if (part.kind === 'value')
    changeTile(rest, part.position, (tile) => ({
      ...tile,
      data: isObject(tile['data']) ? withoutMember(tile['data'], part.nodeId) : tile['data'],
    }));
}

function changeTile(
  { tiles, partial }: Rest,
  position: number,
  change: (tile: JsonObject) => JsonObject,
): void {
  const tile = tiles.get(position);
  if (!isObject(tile)) return;
  tiles.set(position, change(tile));
  partial.add(position);
}

/** Ids of nodes are compared in lower case. */
function withoutMember(object: JsonObject, name: string): JsonObject {
  const members = Object.entries(object);
  return Object.fromEntries(members.filter(([key]) => key.toLowerCase() !== name.toLowerCase()));
}

/** Takes out the tiles whose parent was left out, and those below them, outermost first. */
function takeOutOrphans({ tiles }: Rest, { source }: RecordDraft): readonly Problem[] {
  const problems: Problem[] = [];
  const all = Array.isArray(source.tiles) ? source.tiles : [];
  for (;;) {
    const there = new Set([...tiles.values()].map((tile) => idOf(tile, 'tileid')));
    const gone = new Set(all.map((tile) => idOf(tile, 'tileid')).filter((id) => !there.has(id)));
    gone.delete('');
    const orphans = [...tiles].filter(([, tile]) => gone.has(idOf(tile, 'parenttile_id')));
    if (orphans.length === 0) return problems;
    for (const [position, tile] of orphans) {
      tiles.delete(position);
      problems.push({
        severity: 'error',
        code: 'parent_tile_left_out',
        pointer: jsonPointer(['tiles', position, 'parenttile_id']),
        message: `Tile ${idOf(tile, 'tileid')} is left out with its parent tile ${idOf(tile, 'parenttile_id')}. Mend that one, and import both.`,
      });
    }
  }
}

/** An id in lower case; empty where there is none. */
function idOf(object: unknown, name: string): string {
  const id = isObject(object) ? object[name] : undefined;
  return isUuid(id) ? id.toLowerCase() : '';
}
