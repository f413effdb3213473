import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { ComparisonContext } from '../../model/change/comparison-context.ts';
import type { IntendedResource } from '../../model/change/intended-resource.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { withVisibleProposals } from '../../model/change/proposals.ts';
import type { ResourceWrite } from '../../model/change/resource-write.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { TileDifference } from '../../model/change/tile-difference.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { ResourceId, TileId } from '../../model/ids.ts';
import type { FileStoreSettings } from '../../files/open-upload-store.ts';
import type { PendingFile } from '../../queries/files/named-files.ts';
import type { ChangeLookup, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { Settings } from '../../settings.ts';
import type { ExpectedVersion } from '../expected-version.ts';
import type { ReferenceSettings, References } from './resolve-references.ts';

/** The idempotency key, and a hash of the whole request. */
export type RequestKey = Pick<IdempotencyKey, 'key' | 'requestHash'>;

export type ChangeRequest = {
  readonly principal: AccountPrincipal;
  readonly settings: FileStoreSettings &
    Pick<Settings, 'baseUrl' | 'formerBaseUrls' | 'language' | 'timeZone' | 'areFilesRequired'>;
  /** A new resource instance is created if this id is unknown. */
  readonly resourceId: ResourceId;
  /** The ids and IRIs in the change, and the keys that identify the model of a new resource instance. */
  readonly mentions: Pick<
    ChangeLookup,
    'graph' | 'nodegroupId' | 'nodeId' | 'rootClasses' | 'uuids' | 'iris'
  >;
  /** The error message if the nodegroup or node that identifies the model does not exist. */
  readonly modelNotFoundMessage?: string;
  /** The precondition of the change. */
  readonly expected: ExpectedVersion;
  /**
   * Computes the intended state from the stored state.
   * @throws public errors if the request does not fit the stored state
   */
  readonly computeIntended: (state: LoadedState) => IntendedResource;
  /** Whether to report the change without storing it. */
  readonly isDryRun: boolean;
  /** The idempotency key, if the request has one. */
  readonly key?: RequestKey | undefined;
  /** The tile of the change, if it changes one tile. */
  readonly tile?:
    | {
        readonly tileId: string;
        /** Whether, if the tile is stored, its resource instance is changed instead of the one with `resourceId`. */
        readonly isOwnerPreferred: boolean;
      }
    | undefined;
};

/** The stored state that a change is based on. */
export type LoadedState = {
  /** With the readable part of the model. */
  readonly context: ComparisonContext;
  readonly storedTiles: readonly StoredTile[];
  readonly references: References;
};

export type ChangeResult = {
  /** `repeated`: an earlier request with the same idempotency key created the resource instance, and this one changed nothing. */
  readonly kind: 'created' | 'updated' | 'unchanged' | 'planned' | 'repeated';
  readonly resourceId: ResourceId;
  readonly isNew: boolean;
  /** The complete model. */
  readonly graph: CompiledGraph;
  /** The readable tiles after the change. */
  readonly tiles: readonly StoredTile[];
  readonly tileDifferences: readonly TileDifference[];
  /** Absent if the legacy id stays; null is none. */
  readonly legacyId?: { readonly before: string | null; readonly after: string | null };
  /** The tiles of the request with pending proposals of the author. */
  readonly pending: readonly TileId[];
  /** The write that a dry run skips. */
  readonly skippedWrite?: ResourceWrite;
  /** The announced files whose bytes a dry run does not store. */
  readonly pendingFiles?: readonly PendingFile[];
  /** The files that the tiles of the change name, and that nothing knows. */
  readonly unknownFiles: readonly string[];
  /** The version that is visible to the author. */
  readonly version: string;
  readonly references: References;
  /** The tile of the change, if it changes one tile. */
  readonly tileId: string | null;
  /** The ignored parts of the document. */
  readonly ignored: readonly DocumentProblem[];
};

/** Describes the resource instance before the change. */
export function createUnchangedResult(
  source: ChangeSource,
  { principal: { accountId } }: ChangeRequest,
  resourceId: ResourceId,
  graph: CompiledGraph,
  references: References,
): Omit<ChangeResult, 'kind'> {
  const { isReviewer } = source;
  return {
    resourceId,
    isNew: false,
    graph,
    tiles: source.tiles.map((tile) => withVisibleProposals(tile, { accountId, isReviewer })),
    tileDifferences: [],
    pending: [],
    version: source.stored?.visibleVersion ?? '0',
    references,
    tileId: source.earlierCreation?.tileId ?? null,
    ignored: [],
    unknownFiles: [],
  };
}

/** Returns the settings for resolving references, with the present and the former base URLs. */
export function toReferenceSettings({ settings }: ChangeRequest): ReferenceSettings {
  const { baseUrl, formerBaseUrls, language, timeZone } = settings;
  return { baseUrls: [baseUrl, ...formerBaseUrls], language, timeZone };
}
