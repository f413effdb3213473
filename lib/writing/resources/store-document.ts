import { createHash } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import type { Answer } from '../../http/answers/answer.ts';
import { InvalidInput } from '../../http/errors/errors.ts';
import { isUuid, nilUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { graphUri, resourceUri } from '../../model/uris.ts';
import type { Settings } from '../../settings.ts';
import { changeResource } from './change-resource.ts';
import { answerOf } from './document-answer.ts';
import type { DocumentRequest } from './document-request.ts';
import { readDocumentBody, type DocumentBody } from './document-body.ts';
import { wantedByDocument } from './wanted-by-document.ts';

/**
 * Stores the document of a resource instance, and answers with the document of what is stored (specification, PUT).
 * @throws what changeResource throws, and UnreadableDocument
 */
export async function storeDocument(data: DataApi, request: DocumentRequest): Promise<Answer> {
  const { principal, settings, resourceId, method } = request;
  const body = bodyOf(request);
  const named = graphInPath(request.graph) ?? graphNamedBy(body, settings);
  const changed = await changeResource(data, {
    principal,
    settings,
    isDryRun: request.isDryRun,
    key: keyOf(request),
    question: {
      graph: named ?? null,
      nodegroupId: null,
      nodeId: null,
      rootClasses: body.kind === 'json-ld' ? body.document.types : [],
      uuids: body.uuids,
      iris: body.iris,
    },
    target: {
      resourceId,
      namesGraph: named !== undefined,
      mayBeNew: true,
      preconditions: request.preconditions,
    },
    wanted: (basis) => {
      checkGraphOf(body, basis.graph.graphId);
      return wantedByDocument(body, basis, {
        resourceId,
        unknown: request.unknown,
        missing: request.missing,
        leavesHidden: request.leavesHidden,
        tileIds: method === 'put' ? 'keep' : 'renew',
      });
    },
  });
  return answerOf(changed, data, request);
}

function bodyOf({
  body,
  form,
  settings,
  resourceId,
  graph,
  method,
}: DocumentRequest): DocumentBody {
  const addresses = [settings.baseUrl, ...settings.formerBaseUrls];
  const graphId = isUuid(graph) ? graph : undefined;
  const read = readDocumentBody(body, form, addresses, { resourceId, graphId });
  if (method === 'post') return read;
  const other =
    read.kind === 'record' ? read.resourceId : namedResource(read.document.id, addresses);
  // In form B the path wins over the @id of a JSON-LD document (behaviour of the existing platform).
  const mayDiffer = read.kind === 'json-ld' && graph !== undefined;
  if (other === undefined || other === resourceId || mayDiffer) return read;
  const detail = `The document is of resource instance ${other}, and the path names ${resourceId}: make the two the same.`;
  const pointer = read.kind === 'record' ? '/resourceinstanceid' : '/@id';
  throw new InvalidInput([{ in: 'body', pointer, code: 'invalid', detail }]);
}

/** The id in the URI of a resource instance of this service. */
function namedResource(uri: string, addresses: readonly string[]): string | undefined {
  const start = addresses.map((base) => resourceUri(base, '')).find((one) => uri.startsWith(one));
  const id = start === undefined ? undefined : uri.slice(start.length).replace(/\/$/, '');
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The model in the path. No text of a database has U+0000: it is asked for like an id that nothing has. */
function graphInPath(graph: string | undefined): string | undefined {
  return graph?.includes('\0') === true ? nilUuid : graph;
}

/** The model that a document names itself. */
function graphNamedBy(body: DocumentBody, settings: Settings): string | undefined {
  if (body.kind === 'record') return body.graphId;
  const starts = [settings.baseUrl, ...settings.formerBaseUrls].map((base) => graphUri(base, ''));
  return body.document.types.flatMap((type) =>
    starts.filter((start) => type.startsWith(start)).map((start) => type.slice(start.length)),
  )[0];
}

function checkGraphOf(body: DocumentBody, graphId: string): void {
  if (body.kind === 'json-ld' || body.graphId === undefined || body.graphId === graphId) return;
  if (body.graphId === nilUuid) return;
  const detail = `The document is of model ${body.graphId}, and the resource instance of ${graphId}: make the two the same.`;
  throw new InvalidInput([{ in: 'body', pointer: '/graph_id', code: 'invalid', detail }]);
}

/** Everything that a request asks for, so that the same key with something else is noticed. */
function keyOf(request: DocumentRequest): { key: string; requestHash: string } | undefined {
  const { idempotencyKey: key, method } = request;
  if (key === undefined || method !== 'post') return undefined;
  const { graph, form, unknown, leavesHidden, body } = request;
  const asked = JSON.stringify(['post', graph, form, unknown, leavesHidden, body]);
  return { key, requestHash: createHash('sha256').update(asked).digest('hex') };
}

/** The id of a resource instance in a path. @throws InvalidInput where it cannot be one */
export function pathResourceId(text: string): ResourceId {
  if (isUuid(text) && text !== nilUuid) return parseResourceId(text);
  const detail = `${JSON.stringify(text)} cannot be the id of a resource instance: a UUID is needed.`;
  throw new InvalidInput([
    { in: 'path', pointer: '/resource_instance_id', code: 'invalid', detail },
  ]);
}
