import { expandDocument } from '../../../../lib/json-ld/expand/expand-document.ts';
import { matchDocument } from '../../../../lib/json-ld/match/match-document.ts';
import type { MatchInput } from '../../../../lib/json-ld/match/match-input.ts';
import type { ResourceContent } from '../../../../lib/json-ld/resource-shape.ts';
import type { ComparisonContext } from '../../../../lib/model/change/comparison-context.ts';
import { diffResource } from '../../../../lib/model/change/diff-resource.ts';
import type { DocumentProblem } from '../../../../lib/model/change/document-problem.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { parseResourceId } from '../../../../lib/model/ids.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  buildResourceTree,
  type NodeInstance,
} from '../../../../lib/model/resources/resource-tree.ts';
import { writeJsonLd } from '../../../../lib/json-ld/write-json-ld.ts';
import type { Shape } from '../../../../lib/json-ld/resource-shape.ts';
import { shapeBuilders } from '../../../../lib/serializers/resources/shape-builders.ts';
import { base } from '../mill.ts';
import {
  createReadContext,
  normaliseContext,
  referenceLookup,
  validationContext,
} from '../../model/datatypes/golden-world.ts';
import type { RandomResource } from './tiles.ts';

export const resourceId = parseResourceId('e1000000-0000-4000-8000-000000000001');

const { stored: _, ...standardContext } = createReadContext(null);

/** The context for reading documents. It keeps the stored value of a concept if the document names the same concept. */
export const readContext: MatchInput['readContext'] = {
  ...standardContext,
  conceptValueId: (named, labels, stored) => {
    const foundValueId = standardContext.conceptValueId(named, labels, stored);
    const conceptIdOf = (valueId: unknown): string | undefined =>
      typeof valueId === 'string' ? referenceLookup.concept(valueId)?.conceptId : undefined;
    const storedValueId = asList(stored).find(
      (valueId) =>
        conceptIdOf(valueId) !== undefined && conceptIdOf(valueId) === conceptIdOf(foundValueId),
    );
    return typeof storedValueId === 'string' ? storedValueId : foundValueId;
  },
};

function contentOf({ graph, tiles }: RandomResource): ResourceContent {
  return {
    baseUrl: base,
    language: 'en',
    graph,
    resourceId,
    root: buildResourceTree(graph, tiles),
    referenced: referenceLookup,
  };
}

/** Writes a resource instance as a JSON-LD document. */
export function writeDocument(resource: RandomResource, shape: Shape): string {
  return writeJsonLd(shapeBuilders[shape](contentOf(resource)));
}

/** The tiles that the linked shape shows: those with a value or a semantic node, or with such a tile below them. */
export function shownInLinked({ graph, tiles }: RandomResource): readonly StoredTile[] {
  const shownTileIds = new Set<string>();
  const visit = (instance: NodeInstance): boolean => {
    const areChildrenShown = instance.children.map(visit);
    const isShown =
      instance.node.datatype === 'semantic' ||
      instance.value !== null ||
      areChildrenShown.includes(true);
    if (isShown && instance.tileId !== null) shownTileIds.add(instance.tileId);
    return isShown;
  };
  visit(buildResourceTree(graph, tiles));
  return tiles.filter(({ tileId }) => shownTileIds.has(tileId));
}

/** The result of writing a document to the stored resource instance. */
export type Outcome =
  | { readonly kind: 'unchanged'; readonly tiles: readonly StoredTile[] }
  | { readonly kind: 'changed'; readonly tiles: readonly StoredTile[] }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };

/**
 * Reads a document like the service: expands it, matches it to the model, and compares it with the stored tiles.
 * @param text the document as JSON
 */
export function readBack(
  text: string,
  { graph, tiles, isNew = false }: RandomResource & { readonly isNew?: boolean },
  options: Partial<
    Pick<
      MatchInput,
      'shape' | 'unknownPredicates' | 'tileIds' | 'missingTiles' | 'hiddenNodegroups'
    >
  > = {},
): Outcome {
  const { baseUrls } = readContext;
  const expanded = expandDocument(parseLossless(text), { baseUrls });
  if (expanded.kind === 'refused') return expanded;
  const matched = matchDocument(expanded.node, {
    baseUrls,
    graph,
    storedTiles: tiles,
    readContext,
    validation: validationContext,
    shape: undefined,
    accountId: 1,
    unknownPredicates: 'refuse',
    tileIds: 'keep',
    missingTiles: 'delete',
    hiddenNodegroups: new Set(),
    newId: () => crypto.randomUUID(),
    ...options,
  });
  if (matched.kind === 'refused') return matched;
  const { intended } = matched;
  const before = isNew ? newResource() : storedResource(graph, tiles);
  const difference = diffResource(
    before,
    { ...intended, legacyId: null },
    noTexts,
    changeContext(graph),
  );
  if (difference.kind === 'forbidden')
    throw new Error('The change is forbidden, although the account has all rights.');
  if (difference.kind === 'refused') return difference;
  return difference.kind === 'unchanged'
    ? { kind: 'unchanged', tiles }
    : { kind: 'changed', tiles: difference.tilesAfter };
}

type Before = Parameters<typeof diffResource>[0];

const newResource = (): Before => ({ kind: 'new', resourceId });

const storedResource = (graph: CompiledGraph, tiles: readonly StoredTile[]): Before => ({
  kind: 'stored',
  resource: {
    resourceId,
    graphId: graph.graphId,
    legacyId: null,
    version: '1',
    isProposed: false,
    tiles,
  },
  descriptors: { texts: {}, basis: {}, stamp: '' },
});

const noTexts: Parameters<typeof diffResource>[2] = {
  concept: () => undefined,
  names: () => ({}),
  namedResources: () => [],
  languages: ['en'],
};

function changeContext(graph: CompiledGraph): ComparisonContext {
  const allRights = { canWrite: true, canDelete: true };
  return {
    graph,
    author: {
      accountId: 1,
      isReviewer: true,
      rights: new Map(graph.nodegroups.map(({ nodegroupId }) => [nodegroupId, allRights])),
    },
    validation: validationContext,
    normalisation: normaliseContext(),
    namesVersion: false,
    now: '2026-01-02T03:04:05Z',
  };
}

const tileUriPrefix = `${base}/tile/`;
const nodeUriPrefix = `${base}/resources/${resourceId}#`;

/** A document without the @ids of tiles and nodes. The @ids of values are kept. */
export function removeNodeUris(text: string, tiles: readonly StoredTile[]): string {
  const tileIds = new Set<string>(tiles.map(({ tileId }) => tileId));
  const isNodeUri = (id: unknown): boolean =>
    typeof id === 'string' &&
    (id.startsWith(nodeUriPrefix) ||
      (id.startsWith(tileUriPrefix) &&
        tileIds.has(id.slice(tileUriPrefix.length).split('/')[0] ?? '')));
  const withoutNodeUris = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutNodeUris);
    if (!isObject(value) || '@value' in value) return value;
    const members = Object.entries(value).filter(
      ([key, found]) => key !== '@id' || !isNodeUri(found),
    );
    return Object.fromEntries(members.map(([key, found]) => [key, withoutNodeUris(found)]));
  };
  return JSON.stringify(withoutNodeUris(parseLossless(text)));
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => {
      if (Array.isArray(value)) return value[Number(step)];
      return isObject(value) ? value[step] : undefined;
    }, document);
}
