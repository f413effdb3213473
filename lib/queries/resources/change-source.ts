import * as z from 'zod';

import {
  parseGraphId,
  parsePublicationId,
  parseResourceId,
  type GraphId,
  type PublicationId,
  type ResourceId,
} from '../../model/ids.ts';
import type { Descriptors } from '../../model/descriptors/descriptors.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import { storedTile, textsByLetter } from '../source-parts.ts';

const descriptor = z.object({
  value: z.string(),
  nodegroups: z.array(z.string()),
  resources: z.array(z.string()),
  own: z.object({ value: z.string(), nodegroups: z.array(z.string()) }).exactOptional(),
});

const storedHeader = z.object({
  can_view: z.boolean(),
  can_change: z.boolean(),
  version: z.string(),
  legacy_id: z.string().nullable(),
  created_by: z.number().nullable(),
  descriptors: z.record(z.string(), z.record(z.string(), descriptor)),
  readable_descriptors: z.record(z.string(), z.record(z.string(), z.string())),
});

const header = z.object({
  may_read_anything: z.boolean(),
  is_reviewer: z.boolean(),
  graph_id: z.string().nullable(),
  publication_id: z.string().nullable(),
  may_create: z.boolean(),
  named_graph_id: z.string().nullable(),
  languages: z.array(z.string()).nullable(),
  kept_key: z
    .object({
      request_hash: z.string(),
      resource_id: z.string(),
      tile_id: z.string().nullable(),
    })
    .nullable(),
  is_written: z.boolean(),
  stored: storedHeader.nullable(),
});

const nodegroup = z.object({
  nodegroup_id: z.string(),
  can_write: z.boolean(),
  can_delete: z.boolean(),
});

const otherTile = z.object({ tile_id: z.string(), resource_id: z.string().nullable() });

const concept = z.object({
  concept_id: z.string(),
  legacy_id: z.string().nullable(),
  values: z.array(
    z.object({
      value_id: z.string(),
      type: z.string(),
      text: z.string(),
      language: z.string().nullable(),
    }),
  ),
  collections: z.array(z.string()),
});

const resource = z.object({
  resource_id: z.string(),
  graph_id: z.string(),
  is_visible: z.boolean(),
  root_class: z.string().nullable(),
  names: z.record(z.string(), z.string()),
  all_names: z.record(z.string(), descriptor),
});

export type MentionedConcept = Readonly<z.infer<typeof concept>>;
export type MentionedResource = Readonly<z.infer<typeof resource>>;

/** What the caller may do with the tiles of a nodegroup that the caller may read. */
export type NodegroupRight = { readonly canWrite: boolean; readonly canDelete: boolean };

/** The resource instance as it is stored, where there is one. What the caller may not see is all false. */
export type StoredHeader = {
  readonly canView: boolean;
  readonly canChange: boolean;
  readonly version: string;
  readonly legacyId: string | null;
  readonly createdBy: number | null;
  readonly descriptors: Descriptors;
  readonly readableDescriptors: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Everything that a change of one resource instance depends on. */
export type ChangeSource = {
  readonly mayReadAnything: boolean;
  readonly isReviewer: boolean;
  /** The model: that of the stored resource instance, else the one named; absent where neither is there for the caller. */
  readonly graphId: GraphId | undefined;
  readonly publicationId: PublicationId | undefined;
  /** Whether the caller may write any nodegroup of the model. */
  readonly mayCreate: boolean;
  /** The model that the request names, where the caller may read anything of it. */
  readonly namedGraphId: GraphId | undefined;
  readonly languages: readonly string[];
  readonly keptKey:
    | {
        readonly requestHash: string;
        readonly resourceId: ResourceId;
        readonly tileId: string | null;
      }
    | undefined;
  /** Whether this very work is stored already: an earlier attempt of it whose answer was lost. */
  readonly isWritten: boolean;
  readonly stored: StoredHeader | undefined;
  /** By nodegroup id; those that the caller may not read are absent. */
  readonly rights: ReadonlyMap<string, NodegroupRight>;
  readonly tiles: readonly StoredTile[];
  /** Tiles elsewhere that the request speaks of, and whose they are; null where the caller may not read them. */
  readonly otherTiles: ReadonlyMap<string, ResourceId | null>;
  readonly concepts: readonly MentionedConcept[];
  readonly resources: readonly MentionedResource[];
  /** The JSON text of the compiled graph, where it was asked for. */
  readonly graph: string | undefined;
};

/** Tells the parts of the statement `resourceToChange` apart. @param parts a letter and a text after a tab each */
export function readChangeSource(parts: readonly string[]): ChangeSource {
  const texts = textsByLetter(parts);
  const read = header.parse(JSON.parse(texts('H')[0] ?? 'null'));
  const { kept_key: kept, stored } = read;
  return {
    mayReadAnything: read.may_read_anything,
    isReviewer: read.is_reviewer,
    graphId: read.graph_id === null ? undefined : parseGraphId(read.graph_id),
    publicationId:
      read.publication_id === null ? undefined : parsePublicationId(read.publication_id),
    mayCreate: read.may_create,
    namedGraphId: read.named_graph_id === null ? undefined : parseGraphId(read.named_graph_id),
    languages: read.languages ?? [],
    keptKey:
      kept === null
        ? undefined
        : {
            requestHash: kept.request_hash,
            resourceId: parseResourceId(kept.resource_id),
            tileId: kept.tile_id,
          },
    isWritten: read.is_written,
    stored: stored === null ? undefined : storedOf(stored),
    rights: new Map(texts('N').map(rightOf)),
    tiles: texts('T').map(storedTile),
    otherTiles: new Map(
      texts('E').map((text) => {
        const tile = otherTile.parse(JSON.parse(text));
        return [tile.tile_id, tile.resource_id === null ? null : parseResourceId(tile.resource_id)];
      }),
    ),
    concepts: texts('C').map((text) => concept.parse(JSON.parse(text))),
    resources: texts('R').map((text) => resource.parse(JSON.parse(text))),
    graph: texts('G')[0],
  };
}

function storedOf(stored: z.infer<typeof storedHeader>): StoredHeader {
  return {
    canView: stored.can_view,
    canChange: stored.can_change,
    version: stored.version,
    legacyId: stored.legacy_id,
    createdBy: stored.created_by,
    descriptors: stored.descriptors,
    readableDescriptors: stored.readable_descriptors,
  };
}

function rightOf(text: string): readonly [string, NodegroupRight] {
  const right = nodegroup.parse(JSON.parse(text));
  return [right.nodegroup_id, { canWrite: right.can_write, canDelete: right.can_delete }];
}
