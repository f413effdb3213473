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

/** The stored descriptors. If `stamp` has changed at the time of the write, the write is a conflict. */
export type StoredDescriptors = {
  readonly texts: Descriptors;
  /** Null if the descriptors were stored by a version without bases. */
  readonly basis: DescriptorBases | null;
  readonly stamp: string;
};

/**
 * Recomputes the descriptors whose template uses a nodegroup with changed tiles. Other descriptors stay unchanged,
 * even if they contain data that the author cannot read.
 * @param before undefined for a new resource instance
 * @param touched ids of the nodegroups with changed tiles
 * @param tiles the tiles after the change
 * @returns undefined if no descriptor must be recomputed
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
    (tag) => [tag, mergeKinds(before?.texts[tag], texts[tag], changing)] as const,
  );
  return {
    texts: Object.fromEntries(merged.filter(([, kinds]) => Object.keys(kinds).length > 0)),
    basis: mergeKinds(before?.basis ?? {}, computed?.basis, changing),
  };
}

/** Takes the changed kinds from `now` and the others from `before`. */
function mergeKinds<Value>(
  before: Readonly<Record<string, Value>> | undefined,
  now: Readonly<Record<string, Value>> | undefined,
  changing: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  const unchanged = Object.entries(before ?? {}).filter(([kind]) => !changing.has(kind));
  const recomputed = Object.entries(now ?? {}).filter(([kind]) => changing.has(kind));
  return Object.fromEntries([...unchanged, ...recomputed]);
}

type PlacedTile = Pick<StoredTile, 'tileId' | 'nodegroupId' | 'sortOrder' | 'data'>;

/** Returns the data of the first tile (by sort order, then id) of each nodegroup that a descriptor template uses. */
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
    const current = first.get(tile.nodegroupId);
    if (current === undefined || comesBefore(tile, current)) first.set(tile.nodegroupId, tile);
  }
  return new Map([...first].map(([nodegroupId, { data }]) => [nodegroupId, data]));
}

function comesBefore(tile: PlacedTile, other: PlacedTile): boolean {
  const [left, right] = [tile.sortOrder ?? 0, other.sortOrder ?? 0];
  return left === right ? tile.tileId < other.tileId : left < right;
}
