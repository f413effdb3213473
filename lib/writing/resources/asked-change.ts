import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { Wanted } from '../../model/change/difference.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { IdempotencyKey } from '../../queries/resources/stored-idempotency-key.ts';
import type { ChangeQuestion, ChangeSource } from '../../queries/resources/resource-to-change.ts';
import type { Settings } from '../../settings.ts';
import type { ExpectedVersion } from '../expected-version.ts';
import type { ResolvedReferences } from './references.ts';

/** The key under which a request may be sent again, and a hash of all that it asks for. */
export type RequestKey = Pick<IdempotencyKey, 'key' | 'requestHash'>;

/** A change of one resource instance that somebody asks for. */
export type AskedChange = {
  readonly principal: AccountPrincipal;
  readonly settings: Pick<Settings, 'baseUrl' | 'formerBaseUrls' | 'language' | 'timeZone'>;
  /** One is created where nothing has this id. */
  readonly resourceId: ResourceId;
  /** What tells the model of a new one, and what the change mentions. */
  readonly mentioned: Pick<
    ChangeQuestion,
    'graph' | 'nodegroupId' | 'nodeId' | 'rootClasses' | 'uuids' | 'iris'
  >;
  /** What is said where a nodegroup or a node is to tell the model, and tells none. */
  readonly unknownModel?: string;
  readonly expected: ExpectedVersion;
  /** What it is to become of what is there. @throws public errors, where that cannot be told */
  readonly intend: (basis: ChangeBasis) => WantedChange;
  /** Whether to say only what would change. */
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

/** What it is to become, and the tile that the change turned out to be about where it is about one. */
export type WantedChange = Wanted & { readonly tileId?: string };

/** What a change is made on. */
export type ChangeBasis = {
  /** As far as the writer may read it. */
  readonly graph: CompiledGraph;
  readonly stored: readonly StoredTile[];
  readonly rights: ChangeSource['rights'];
  readonly references: ResolvedReferences;
  readonly otherTiles: ChangeSource['otherTiles'];
};
