import { createHash } from 'node:crypto';

import type { AccountPrincipal } from '../auth/principal.ts';
import { callerOf } from '../auth/caller.ts';
import { readParts } from '../data-api/chunks.ts';
import type { DataApi } from '../data-api/client.ts';
import { document, json, withHeaders, type Answer } from '../http/answer.ts';
import { InvalidInput } from '../http/errors.ts';
import { contentTag, validators } from '../http/conditional.ts';
import { contentTypeOf } from '../http/resource-forms.ts';
import type { Preconditions } from '../http/preconditions.ts';
import { isUuid, nilUuid, parseResourceId, type ResourceId } from '../model/ids.ts';
import { graphUri, resourceUri } from '../model/uris.ts';
import { resourceDocument } from '../queries/resource-document.ts';
import { changeSummary } from '../serializers/change-summary.ts';
import type { Shape } from '../serializers/resource-forms.ts';
import { readResourceSource } from '../serializers/resource-source.ts';
import { serviceJson } from '../serializers/service-json.ts';
import type { Settings } from '../settings.ts';
import { answerDocument } from './answer-document.ts';
import { changeResource, type Changed } from './change-resource.ts';
import { readDocumentBody, type BodyForm, type DocumentBody } from './document-body.ts';
import { wantedByDocument } from './wanted-by-document.ts';

/** A request that brings the document of a resource instance. */
export type DocumentRequest = {
  readonly principal: AccountPrincipal;
  readonly settings: Settings;
  readonly resourceId: ResourceId;
  /** Id or slug of the model, where the path names one. */
  readonly graph: string | undefined;
  readonly body: string | undefined;
  readonly form: BodyForm;
  readonly unknown: 'refuse' | 'ignore';
  readonly missing: 'delete' | 'keep';
  /** `put`: the ids of the document are those of the tiles. `post`: it is a new one, and they are not. */
  readonly method: 'put' | 'post';
  readonly preconditions: Preconditions;
  readonly isDryRun: boolean;
  readonly idempotencyKey: string | undefined;
  readonly shape: Shape;
  readonly mediaType: string;
  readonly languages: readonly string[];
};

/**
 * Stores the document of a resource instance, and answers with the document of what is stored (specification, PUT).
 * @throws what changeResource throws, and UnreadableDocument
 */
export async function storeDocument(data: DataApi, request: DocumentRequest): Promise<Answer> {
  const { principal, settings, resourceId, method } = request;
  const body = bodyOf(request);
  const named = request.graph ?? graphNamedBy(body, settings);
  const changed = await changeResource(data, {
    principal,
    settings,
    isDryRun: request.isDryRun,
    key: keyOf(request),
    question: {
      graph: named ?? null,
      nodegroupId: null,
      nodeId: null,
      withReferrers: false,
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
  const other = read.kind === 'record' ? read.resourceId : undefined;
  if (other !== undefined && other !== resourceId) {
    const detail = `The document is of resource instance ${other}, and the path names ${resourceId}: make the two the same.`;
    throw new InvalidInput([
      { in: 'body', pointer: '/resourceinstanceid', code: 'invalid', detail },
    ]);
  }
  return read;
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
  const { graph, form, unknown, body } = request;
  const asked = JSON.stringify(['post', graph, form, unknown, body]);
  return { key, requestHash: createHash('sha256').update(asked).digest('hex') };
}

async function answerOf(
  changed: Changed,
  data: DataApi,
  request: DocumentRequest,
): Promise<Answer> {
  const { baseUrl } = request.settings;
  const uri = resourceUri(baseUrl, changed.resourceId);
  if (changed.kind === 'planned' || request.isDryRun) {
    const change = changed.kind === 'unchanged' ? 'none' : changed.isNew ? 'create' : 'update';
    return json(changeSummary({ resource: uri, change, tiles: changed.written }));
  }
  const body = changed.graph.hasOntology
    ? answerDocument(
        {
          baseUrl,
          graph: changed.graph,
          resourceId: changed.resourceId,
          tiles: changed.tiles,
          referenced: changed.references.referenced,
        },
        request.shape,
      )
    : await storedRecord(changed, data, request);
  const contentType = changed.graph.hasOntology
    ? contentTypeOf({ format: 'json-ld', shape: request.shape }, request.mediaType)
    : 'application/json';
  const isNew =
    changed.kind === 'created' || (changed.kind === 'repeated' && request.method === 'post');
  return withHeaders(
    { ...document(contentType, body), status: isNew ? 201 : 200 },
    {
      ...validators(`${changed.version}-${contentTag(contentType, undefined, body)}`, null),
      ...(isNew ? { Location: uri } : {}),
      'Content-Location': uri,
    },
  );
}

/** A model without an ontology has no JSON-LD: the answer is what GET gives as service-json. */
async function storedRecord(
  { resourceId }: Changed,
  data: DataApi,
  { languages, principal }: DocumentRequest,
): Promise<string> {
  const parts = await readParts(
    data,
    resourceDocument(callerOf(principal), resourceId, {
      leaveOutHidden: false,
      needed: 'tiles',
      showsNames: true,
      representation: '',
      knownPublications: [],
      knownTags: [],
      knownSince: null,
    }),
  );
  const source = readResourceSource(parts);
  return source.header === undefined ? '' : serviceJson(source.header, source.tiles, languages);
}

/** The id of a resource instance in a path. @throws InvalidInput where it cannot be one */
export function pathResourceId(text: string): ResourceId {
  if (isUuid(text) && text !== nilUuid) return parseResourceId(text);
  const detail = `${JSON.stringify(text)} cannot be the id of a resource instance: a UUID is needed.`;
  throw new InvalidInput([
    { in: 'path', pointer: '/resource_instance_id', code: 'invalid', detail },
  ]);
}
