import { visibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { WrittenTile } from '../../model/change/tile-changes.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import type { ResourceId, TileId } from '../../model/ids.ts';
import type { ChangeQuestion, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { AskedChange } from './asked-change.ts';
import type { ReferenceSettings, ResolvedReferences } from './references.ts';

/** What is to be changed, and what the change mentions. */
export type AskedQuestion = Omit<ChangeQuestion, 'cachedPublications'>;

/** What became of it. */
export type Changed = {
  /** `repeated`: the same request had created it before, and nothing more was done. */
  readonly kind: 'created' | 'updated' | 'unchanged' | 'planned' | 'repeated';
  readonly resourceId: ResourceId;
  readonly isNew: boolean;
  /** The whole model. */
  readonly graph: CompiledGraph;
  /** The tiles as they are now, those that the writer may read. */
  readonly tiles: readonly StoredTile[];
  readonly written: readonly WrittenTile[];
  /** The tiles of the request in which something of the writer's waits for a reviewer. */
  readonly pending: readonly TileId[];
  /** What a dry run would store. */
  readonly planned?: ResourceChange;
  /** As the writer is told it. */
  readonly version: string;
  readonly references: ResolvedReferences;
  /** The tile that an earlier request of the same key created. */
  readonly keptTileId: string | null;
};

/** A resource instance as it is before anything is changed. */
export function presentState(
  source: ChangeSource,
  { principal: { accountId } }: AskedChange,
  resourceId: ResourceId,
  graph: CompiledGraph,
  references: ResolvedReferences,
): Omit<Changed, 'kind'> {
  const { isReviewer } = source;
  return {
    resourceId,
    isNew: false,
    graph,
    tiles: source.tiles.map((tile) => visibleProposals(tile, { accountId, isReviewer })),
    written: [],
    pending: [],
    version: source.stored?.toldVersion ?? '0',
    references,
    keptTileId: source.createdBefore?.tileId ?? null,
  };
}

/** The addresses by which a request may name what it refers to. */
export function addressesOf({ settings }: AskedChange): ReferenceSettings {
  const { baseUrl, formerBaseUrls, language, timeZone } = settings;
  return { baseUrls: [baseUrl, ...formerBaseUrls], language, timeZone };
}
