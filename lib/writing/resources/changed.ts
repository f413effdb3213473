import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { visibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { WrittenTile } from '../../model/change/tile-changes.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import type { ResourceId, TileId } from '../../model/ids.ts';
import type { ChangeQuestion, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { ChangeRequest } from './change-request.ts';
import type { ReferenceSettings, ResolvedReferences } from './references.ts';

/** What is looked up for a change: what it mentions, and what is stored of it. */
export type ChangeLookup = Omit<ChangeQuestion, 'cachedPublications'>;

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
  /** The version that the writer sees. */
  readonly version: string;
  readonly references: ResolvedReferences;
  /** The tile that the change is about, where it is about one. */
  readonly tileId: string | null;
  /** What of the document was left out. */
  readonly ignored: readonly DocumentProblem[];
};

/** A resource instance as it is before anything is changed. */
export function presentState(
  source: ChangeSource,
  { principal: { accountId } }: ChangeRequest,
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
    version: source.stored?.visibleVersion ?? '0',
    references,
    tileId: source.createdBefore?.tileId ?? null,
    ignored: [],
  };
}

/** The addresses by which a request may name what it refers to. */
export function addressesOf({ settings }: ChangeRequest): ReferenceSettings {
  const { baseUrl, formerBaseUrls, language, timeZone } = settings;
  return { baseUrls: [baseUrl, ...formerBaseUrls], language, timeZone };
}
