import * as z from 'zod';

import type {
  Referenced,
  ReferencedConcept,
  ReferencedResource,
} from '../../model/datatypes/datatype.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { PlacedTile } from '../../model/resources/resource-tree.ts';
import { graphUri } from '../../model/uris.ts';
import { ontologyIri } from '../../rdf/iri.ts';
import { readResourceHeader, type ResourceHeader } from './resource-header.ts';

/** What the resource statement gives, told apart by kind. */
export type ResourceSource = {
  readonly mayReadAnything: boolean;
  /** Absent where there is no resource instance that the caller may see. */
  readonly header: ResourceHeader | undefined;
  /** The JSON text of each tile record, in order. */
  readonly tiles: readonly string[];
  readonly concepts: readonly string[];
  readonly resources: readonly string[];
  /** The JSON text of the compiled graph, where it was asked for. */
  readonly graph: string | undefined;
};

/** Tells the parts of the resource statement apart. @param parts a letter and a text after a tab each */
export function readResourceSource(parts: readonly string[]): ResourceSource {
  const byKind = Map.groupBy(parts, (part) => part.charAt(0));
  const texts = (kind: string): readonly string[] =>
    (byKind.get(kind) ?? []).map((part) => part.slice(2));
  const [header] = texts('H');
  return {
    mayReadAnything: texts('A')[0] === 'true',
    header: header === undefined ? undefined : readResourceHeader(header),
    tiles: texts('T'),
    concepts: texts('C'),
    resources: texts('R'),
    graph: texts('G')[0],
  };
}

const tileRecord = z.object({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

/** The tiles of a resource instance, parsed; numbers keep every digit. */
export function readTiles({ tiles }: Pick<ResourceSource, 'tiles'>): readonly PlacedTile[] {
  return tiles.map((text) => {
    const tile = tileRecord.parse(parseLossless(text));
    return {
      tileId: tile.tileid,
      nodegroupId: tile.nodegroup_id,
      parentTileId: tile.parenttile_id,
      data: tile.data,
    };
  });
}

const concept = z.object({
  value_id: z.string(),
  concept_id: z.string(),
  text: z.string().default(''),
  language: z.string().nullable().default(null),
  labels: z.record(z.string(), z.string()).default({}),
  identifiers: z.array(z.string()).default([]),
});

const resource = z.object({
  resource_id: z.string(),
  graph_id: z.string(),
  root_class: z.string().nullable(),
  names: z.record(z.string(), z.string()),
});

/**
 * What the source says of the things that values refer to.
 * @param baseUrl the service's address without a slash at the end
 */
export function readReferenced(
  { concepts, resources }: Pick<ResourceSource, 'concepts' | 'resources'>,
  baseUrl: string,
): Referenced {
  const byValue = new Map(
    concepts.map((text): readonly [string, ReferencedConcept] => {
      const { value_id, concept_id, ...rest } = concept.parse(JSON.parse(text));
      return [value_id, { conceptId: concept_id, ...rest }];
    }),
  );
  const byId = new Map(
    resources.map((text): readonly [string, ReferencedResource] => {
      const { resource_id, graph_id, root_class, names } = resource.parse(JSON.parse(text));
      const rootClass =
        root_class === null ? null : ontologyIri(root_class, graphUri(baseUrl, graph_id));
      return [resource_id, { graphId: graph_id, rootClass, names }];
    }),
  );
  return {
    concept: (valueId) => byValue.get(valueId.toLowerCase()),
    resource: (resourceId) => byId.get(resourceId.toLowerCase()),
  };
}
