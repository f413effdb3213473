import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { IntendedResource } from '../../model/change/diff-resource.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { visibleProposals } from '../../model/change/proposals.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { TileWrite } from '../../model/change/tile-writes.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { ResourceId, TileId } from '../../model/ids.ts';
import type { ChangeLookup, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Settings } from '../../settings.ts';
import type { ExpectedVersion } from '../expected-version.ts';
import type { ReferenceSettings, ResolvedReferences } from './resolve-references.ts';

/** The key under which a request may be sent again, and a hash of all that it brings. */
export type RequestKey = Pick<IdempotencyKey, 'key' | 'requestHash'>;

/** A change of one resource instance, as it is requested. */
export type ChangeRequest = {
  readonly principal: AccountPrincipal;
  readonly settings: Pick<Settings, 'baseUrl' | 'formerBaseUrls' | 'language' | 'timeZone'>;
  /** One is created where nothing has this id. */
  readonly resourceId: ResourceId;
  /** What names the model of a new one, and what the change mentions. */
  readonly mentions: Pick<
    ChangeLookup,
    'graph' | 'nodegroupId' | 'nodeId' | 'rootClasses' | 'uuids' | 'iris'
  >;
  /** The message where a nodegroup or a node is to name the model, and names none. */
  readonly unknownModel?: string;
  readonly expected: ExpectedVersion;
  /** What it is to become, on the basis of what is stored. @throws public errors, where that cannot be known */
  readonly intend: (basis: ChangeBasis) => IntendedChange;
  /** Whether only to report what would change. */
  readonly isDryRun: boolean;
  readonly key?: RequestKey | undefined;
  /** The tile that the change is about, where it is about one. */
  readonly tile?:
    | {
        readonly tileId: string;
        /** Whether the resource instance of the tile is meant, where it has one, whatever `resourceId` says. */
        readonly tellsResource: boolean;
      }
    | undefined;
};

/** What a resource instance is to become. */
export type IntendedChange = IntendedResource & {
  /** The tile that the change turned out to be about, where it is about one. */
  readonly tileId?: string;
  /** What of a document has no place in the model and is left out. */
  readonly ignored?: readonly DocumentProblem[];
};

/** What a change is made on. */
export type ChangeBasis = {
  /** As far as the writer may read it. */
  readonly graph: CompiledGraph;
  readonly stored: readonly StoredTile[];
  readonly rights: ChangeSource['rights'];
  readonly references: ResolvedReferences;
};

/** What became of it. */
export type ChangeResult = {
  /** `repeated`: the same request had created it before, and nothing more was done. */
  readonly kind: 'created' | 'updated' | 'unchanged' | 'planned' | 'repeated';
  readonly resourceId: ResourceId;
  readonly isNew: boolean;
  /** The whole model. */
  readonly graph: CompiledGraph;
  /** The tiles as they are now, those that the writer may read. */
  readonly tiles: readonly StoredTile[];
  readonly written: readonly TileWrite[];
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
export function currentState(
  source: ChangeSource,
  { principal: { accountId } }: ChangeRequest,
  resourceId: ResourceId,
  graph: CompiledGraph,
  references: ResolvedReferences,
): Omit<ChangeResult, 'kind'> {
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
export function referenceSettings({ settings }: ChangeRequest): ReferenceSettings {
  const { baseUrl, formerBaseUrls, language, timeZone } = settings;
  return { baseUrls: [baseUrl, ...formerBaseUrls], language, timeZone };
}
