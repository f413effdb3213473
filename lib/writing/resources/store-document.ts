import type { DataApi } from '../../data-api/client.ts';
import { InvalidInput } from '../../errors.ts';
import { isUuid, nilUuid } from '../../model/ids.ts';
import { graphUri, parseResourceUri } from '../../model/uris.ts';
import type { ChangeResult, ChangeRequest } from './change-request.ts';
import { changeResource } from './change-resource.ts';
import { parseDocument, type DocumentFormat, type ParsedDocument } from './parse-document.ts';
import { computeIntended, type DocumentOptions } from './compute-intended.ts';

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
      return computeIntended(document, state, request);
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
