import type { DescriptorBases } from '../descriptors/descriptor-basis.ts';
import {
  computeDescriptors,
  type ComputedDescriptors,
  type NamingSources,
} from '../descriptors/compute-descriptors.ts';
import {
  descriptorKinds,
  type Descriptors,
  type TemplateData,
  type NamingModel,
} from '../descriptors/fill-templates.ts';
import type { CompiledGraph } from '../graphs/compiled-graph.ts';
import type { ResourceId } from '../ids.ts';
import { compareTiles, type TilePlace } from '../resources/tile-order.ts';
import type { StoredTile } from './stored-resource.ts';

/** The stored descriptors of a resource instance. */
export type StoredDescriptors = {
  readonly texts: Descriptors;
  /** Null if the descriptors were stored by an early version of the service, which stored no basis. */
  readonly basis: DescriptorBases | null;
  /** Identifies this state of the descriptors. A write of new descriptors fails with a conflict if the stored stamp has changed. */
  readonly stamp: string;
};

/**
 * Recomputes the descriptors whose template uses a nodegroup with changed tiles. Other descriptors stay unchanged,
 * even if they contain data that the author cannot read.
 * @param before undefined for a new resource instance
 * @param changedNodegroupIds ids of the nodegroups with changed tiles
 * @param tiles the tiles after the change
 * @returns undefined if no descriptor must be recomputed
 */
export function recomputeDescriptors(
  graph: CompiledGraph,
  resourceId: ResourceId,
  before: StoredDescriptors | undefined,
  changedNodegroupIds: ReadonlySet<string>,
  tiles: readonly StoredTile[],
  sources: NamingSources,
): ComputedDescriptors | undefined {
  const mustRecompute = ([template]: (typeof descriptorKinds)[number]): boolean => {
    const nodegroupId = graph.descriptors[template]?.nodegroupId ?? null;
    return before === undefined || (nodegroupId !== null && changedNodegroupIds.has(nodegroupId));
  };
  const recomputedKinds = new Set<string>(
    descriptorKinds.filter(mustRecompute).map(([, kind]) => kind),
  );
  if (recomputedKinds.size === 0) return undefined;
  const item = { resourceId, model: graph, tiles: firstTileData(graph, tiles) };
  const computed = computeDescriptors([item], sources).get(resourceId);
  const texts = computed?.texts ?? {};
  const tags = new Set([...Object.keys(before?.texts ?? {}), ...Object.keys(texts)]);
  const mergedTexts = [...tags].map(
    (tag) => [tag, mergeKinds(before?.texts[tag], texts[tag], recomputedKinds)] as const,
  );
  return {
    texts: Object.fromEntries(mergedTexts.filter(([, kinds]) => Object.keys(kinds).length > 0)),
    basis: mergeKinds(before?.basis ?? {}, computed?.basis, recomputedKinds),
  };
}

/** Takes the recomputed kinds from `after`, and the others from `before`. */
function mergeKinds<Value>(
  before: Readonly<Record<string, Value>> | undefined,
  after: Readonly<Record<string, Value>> | undefined,
  recomputedKinds: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  const unchangedEntries = Object.entries(before ?? {}).filter(
    ([kind]) => !recomputedKinds.has(kind),
  );
  const recomputedEntries = Object.entries(after ?? {}).filter(([kind]) =>
    recomputedKinds.has(kind),
  );
  return Object.fromEntries([...unchangedEntries, ...recomputedEntries]);
}

type SortableTile = TilePlace & Pick<StoredTile, 'nodegroupId' | 'data'>;

/** Returns the data of the first tile of each nodegroup that a descriptor template uses. */
export function firstTileData(
  graph: Pick<NamingModel, 'descriptors'>,
  tiles: readonly SortableTile[],
): TemplateData {
  const nodegroups = new Set<string>(
    descriptorKinds.flatMap(([template]) => graph.descriptors[template]?.nodegroupId ?? []),
  );
  const firstTiles = new Map<string, SortableTile>();
  for (const tile of tiles) {
    if (!nodegroups.has(tile.nodegroupId)) continue;
    const firstSoFar = firstTiles.get(tile.nodegroupId);
    if (firstSoFar === undefined || compareTiles(tile, firstSoFar) < 0)
      firstTiles.set(tile.nodegroupId, tile);
  }
  return new Map([...firstTiles].map(([nodegroupId, { data }]) => [nodegroupId, data]));
}
