import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { InvalidInput, NoOntology } from '../../errors.ts';
import { matchDocument } from '../../json-ld/match/match-document.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { IntendedResource } from '../../model/change/intended-resource.ts';
import { recordToIntendedTiles } from '../../model/change/record-to-intended-tiles.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { listHiddenNodegroupIds } from '../../model/graphs/hidden-nodegroups.ts';
import { isUuid, nilUuid, parseTileId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import { graphUri, parseResourceUri } from '../../model/uris.ts';
import { createDocumentError, UnprocessableDocument } from '../errors.ts';
import type { LoadedState, ChangeResult, ChangeRequest } from './change-request.ts';
import { changeResource } from './change-resource.ts';
import { parseDocument, type DocumentFormat, type ParsedDocument } from './parse-document.ts';

type DocumentOptions = {
  /** The JSON-LD shape, if the request names it. */
  readonly shape: Shape | undefined;
  /** How predicates that are not in the model are handled. */
  readonly unknown: 'refuse' | 'ignore';
  /** How stored tiles that the document omits are handled. */
  readonly missing: 'delete' | 'keep';
  /** Whether JSON-LD without any value may delete all tiles. */
  readonly mayBeEmpty: boolean;
  /** Whether tiles of hidden nodegroups stay if the document omits them. */
  readonly keepsHiddenTiles: boolean;
  /** Whether to keep the ids of the document, or create copies with new ids. */
  readonly ids: 'keep' | 'replace';
};

export type DocumentToStore = DocumentOptions &
  Pick<ChangeRequest, 'principal' | 'settings' | 'resourceId' | 'expected' | 'isDryRun' | 'key'> & {
    /** Id or slug of the model, if the request names it. */
    readonly graph: string | undefined;
    readonly text: string | undefined;
    readonly documentFormat: DocumentFormat;
  };

/**
 * Stores a document of a resource instance: parses it, matches it with the model, and applies the change.
 * @throws MalformedDocument, InvalidInput, and the errors of changeResource
 */
export async function storeDocument(
  dataApi: DataApi,
  request: DocumentToStore,
): Promise<ChangeResult> {
  const { baseUrl, formerBaseUrls } = request.settings;
  const baseUrls = [baseUrl, ...formerBaseUrls];
  const document = parseRequestDocument(request, baseUrls);
  return changeResource(dataApi, {
    ...request,
    mentions: {
      graph: request.graph ?? findNamedGraph(document, baseUrls) ?? null,
      nodegroupId: null,
      nodeId: null,
      rootClasses: document.kind === 'json-ld' ? document.document.types : [],
      uuids: document.uuids,
      iris: document.iris,
    },
    computeIntended: (state) => {
      checkDocumentGraph(document, state.context.graph.graphId);
      return computeFromDocument(document, state, request);
    },
  });
}

function parseRequestDocument(
  { text, documentFormat, resourceId, graph, ids }: DocumentToStore,
  baseUrls: readonly string[],
): ParsedDocument {
  const graphId = isUuid(graph) ? graph : undefined;
  const document = parseDocument(text, documentFormat, baseUrls, { resourceId, graphId });
  if (ids === 'replace') return document;
  const isRecord = document.kind === 'record';
  // If the request names the model, an id below a former base URL may differ from the id in the path (ADR 026).
  const comparedBaseUrls = graph === undefined ? baseUrls : baseUrls.slice(0, 1);
  const documentResourceId = isRecord
    ? document.resourceId
    : parseResourceUri(document.document.id, comparedBaseUrls);
  if (documentResourceId === undefined || documentResourceId === resourceId) return document;
  const detail = `The document is about resource instance ${documentResourceId}, but the path names ${resourceId}: use the same id in both.`;
  const pointer = isRecord ? '/resourceinstanceid' : '/@id';
  throw new InvalidInput([{ in: 'body', pointer, code: 'invalid', detail }]);
}

/** Returns the model that the document names. */
function findNamedGraph(document: ParsedDocument, baseUrls: readonly string[]): string | undefined {
  if (document.kind === 'record') return document.graphId;
  const graphUriPrefixes = baseUrls.map((baseUrl) => graphUri(baseUrl, ''));
  return document.document.types.flatMap((type) =>
    graphUriPrefixes
      .filter((prefix) => type.startsWith(prefix))
      .map((prefix) => type.slice(prefix.length)),
  )[0];
}

function checkDocumentGraph(document: ParsedDocument, graphId: string): void {
  const documentGraphId = document.kind === 'record' ? document.graphId : undefined;
  if (documentGraphId === undefined || documentGraphId === graphId || documentGraphId === nilUuid)
    return;
  const detail = `The document names model ${documentGraphId}, but the resource instance belongs to ${graphId}: use the same id in both.`;
  throw new InvalidInput([{ in: 'body', pointer: '/graph_id', code: 'invalid', detail }]);
}

/**
 * Computes the intended state from a document.
 * @throws UnprocessableDocument with all problems; NoOntology for JSON-LD if the model has no ontology
 */
function computeFromDocument(
  document: ParsedDocument,
  state: LoadedState,
  options: DocumentOptions,
): IntendedResource {
  return document.kind === 'json-ld'
    ? computeFromJsonLd(document, state, options)
    : computeFromTileRecords(document, state, options);
}

function computeFromJsonLd(
  { document }: Extract<ParsedDocument, { kind: 'json-ld' }>,
  { context, storedTiles, references }: LoadedState,
  { shape, unknown, missing, mayBeEmpty, ids, keepsHiddenTiles }: DocumentOptions,
): IntendedResource {
  const { graph } = context;
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, []) ?? graph.graphId);
  const matched = matchDocument(document, {
    baseUrls: references.reading.baseUrls,
    graph,
    storedTiles,
    accountId: context.author.accountId,
    readContext: references.reading,
    validation: references.validation,
    shape,
    unknownPredicates: unknown,
    tileIds: ids,
    missingTiles: missing,
    hiddenNodegroups: keepsHiddenTiles ? listHiddenNodegroupIds(graph) : new Set(),
    newId: () => randomUUID(),
  });
  if (matched.kind === 'refused') throw createDocumentError(matched.problems);
  const { tiles, deleted } = matched.intended;
  if (!mayBeEmpty && tiles.length === 0 && deleted.length > 0)
    throw new UnprocessableDocument([createNoValuesProblem(document.pointer, deleted.length)]);
  return { ...matched.intended, ignored: matched.ignored };
}

function createNoValuesProblem(pointer: string, tileCount: number): DocumentProblem {
  const tiles = tileCount === 1 ? 'the only tile that is' : `all ${tileCount} tiles that are`;
  const message = `The document has no value of this model, and would delete ${tiles} stored. Add the values, or send empty=true to delete them.`;
  return { code: 'no_values', pointer, message };
}

function computeFromTileRecords(
  { record, omitted, pointer, ignored }: Extract<ParsedDocument, { kind: 'record' }>,
  { context, storedTiles }: LoadedState,
  { missing, ids, keepsHiddenTiles }: DocumentOptions,
): IntendedResource {
  const hiddenNodegroupIds = keepsHiddenTiles ? listHiddenNodegroupIds(context.graph) : new Set();
  const isReplaced = ({ nodegroupId }: StoredTile): boolean =>
    missing === 'delete' && !hiddenNodegroupIds.has(nodegroupId);
  const newTileIds = new Map<TileId, TileId>();
  const newId = (): TileId => parseTileId(randomUUID());
  const idOf = (tileId: TileId): TileId => {
    if (ids === 'keep') return tileId;
    const newTileId = newTileIds.get(tileId) ?? newId();
    newTileIds.set(tileId, newTileId);
    return newTileId;
  };
  return {
    ...recordToIntendedTiles(record, {
      recordPointer: pointer,
      omitted,
      stored: { tiles: storedTiles, isReplaced },
      idOf,
      newId,
      context,
    }),
    // Exports omit null, so an absent member does not remove a stored legacy id.
    legacyId: record.resource.legacy_id ?? undefined,
    legacyIdPointer: pointer,
    ignored,
  };
}
