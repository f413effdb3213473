import type { DescriptorBases } from '../descriptors/descriptor-basis.ts';
import {
  computeDescriptors,
  type ComputedDescriptors,
  type NamingSources,
} from '../descriptors/compute-descriptors.ts';
import {
  descriptorKinds,
  type Descriptors,
  type DescriptorSource,
  type NamingModel,
} from '../descriptors/fill-templates.ts';
import type { CompiledGraph } from '../graphs/compiled-graph.ts';
import type { ResourceId } from '../ids.ts';
import type { StoredTile } from './stored-resource.ts';

/** The texts about a resource instance as they were read, and their stamp: what must not have changed where others are stored. */
export type StoredDescriptors = {
  readonly texts: Descriptors;
  /** Null where they were computed before it was recorded. */
  readonly basis: DescriptorBases | null;
  readonly stamp: string;
};

/**
 * The texts about a resource instance after a change. Those whose nodegroup the change does not touch stay as they are: also
 * those that are made of what the writer may not read.
 * @param before undefined for a new resource instance
 * @param touched the nodegroups of the tiles that change
 * @param tiles as they are afterwards
 * @returns undefined where none of them can have changed
 */
export function recomputeDescriptors(
  graph: CompiledGraph,
  resourceId: ResourceId,
  before: StoredDescriptors | undefined,
  touched: ReadonlySet<string>,
  tiles: readonly StoredTile[],
  sources: NamingSources,
): ComputedDescriptors | undefined {
  const isTouched = (template: (typeof descriptorKinds)[number][0]): boolean => {
    const nodegroupId = graph.descriptors[template]?.nodegroupId ?? null;
    return before === undefined || (nodegroupId !== null && touched.has(nodegroupId));
  };
  const changing = new Set<string>(
    descriptorKinds.filter(([template]) => isTouched(template)).map(([, kind]) => kind),
  );
  if (changing.size === 0) return undefined;
  const item = { resourceId, model: graph, tiles: firstTileData(graph, tiles) };
  const computed = computeDescriptors([item], sources).get(resourceId);
  const texts = computed?.texts ?? {};
  const tags = new Set([...Object.keys(before?.texts ?? {}), ...Object.keys(texts)]);
  const merged = [...tags].map(
    (tag) => [tag, mergedKinds(before?.texts[tag], texts[tag], changing)] as const,
  );
  return {
    texts: Object.fromEntries(merged.filter(([, kinds]) => Object.keys(kinds).length > 0)),
    basis: mergedKinds(before?.basis ?? {}, computed?.basis, changing),
  };
}

/** The kinds that change as they are now, the others as they were before. */
function mergedKinds<Value>(
  before: Readonly<Record<string, Value>> | undefined,
  now: Readonly<Record<string, Value>> | undefined,
  changing: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  const kept = Object.entries(before ?? {}).filter(([kind]) => !changing.has(kind));
  const made = Object.entries(now ?? {}).filter(([kind]) => changing.has(kind));
  return Object.fromEntries([...kept, ...made]);
}

/** What places a tile among others of its nodegroup, and its values. */
type PlacedTile = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'sortOrder' | 'data'>;

/** The data of the first tile (sort order, id) of each nodegroup that a template names. */
export function firstTileData(
  graph: Pick<NamingModel, 'descriptors'>,
  tiles: readonly PlacedTile[],
): DescriptorSource {
  const nodegroups = new Set<string>(
    descriptorKinds.flatMap(([template]) => graph.descriptors[template]?.nodegroupId ?? []),
  );
  const first = new Map<string, PlacedTile>();
  for (const tile of tiles) {
    if (!nodegroups.has(tile.nodegroupId)) continue;
    const known = first.get(tile.nodegroupId);
    if (known === undefined || comesBefore(tile, known)) first.set(tile.nodegroupId, tile);
  }
  return new Map([...first].map(([nodegroupId, { data }]) => [nodegroupId, data]));
}

function comesBefore(one: PlacedTile, other: PlacedTile): boolean {
  const [left, right] = [one.sortOrder ?? 0, other.sortOrder ?? 0];
  return left === right ? one.tileId < other.tileId : left < right;
}
