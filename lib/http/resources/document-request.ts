import { randomUUID } from 'node:crypto';

import type * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import { isUuid, nilUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { noExpectedVersion } from '../../writing/expected-version.ts';
import { writeChangedDocument } from '../../writing/resources/changed-document.ts';
import { storeDocument, type DocumentToStore } from '../../writing/resources/store-document.ts';
import { type HttpResponse, documentResponse, withHeaders } from '../responses/response.ts';
import { readExpectedVersion } from '../conditional/read-expected-version.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { Operation } from '../operation.ts';
import { requireAccount } from '../request/bearer.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { dryRunResponse } from './dry-run-response.ts';
import { readContentTypeShape, contentTypeWithProfile } from './representation.ts';
import {
  negotiateJsonLd,
  type parametersForCreate,
  type parametersForPut,
} from './document-parameters.ts';
import { resourceUri } from '../../model/uris.ts';
import { addPendingReview } from '../../serializers/resources/pending-review.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import { changeHeaders } from './listing-headers.ts';

/** A request with the document of a resource instance. */
type DocumentRequest<Schema extends z.ZodObject, Path> = Pick<
  OperationRequest<Operation, z.output<Schema>>,
  'parameters' | 'principal' | 'header' | 'body' | 'languages'
> & { readonly path: Path };

type GraphPath = { readonly graph_id_or_graph_slug?: string };

/**
 * Handles PUT: stores the document under the id in the path, and returns the stored document.
 * @throws the errors of storeDocument; InvalidInput if the path has no valid id; AuthenticationRequired
 */
export async function putDocument(
  request: DocumentRequest<
    typeof parametersForPut,
    GraphPath & { readonly resource_instance_id: string }
  >,
  context: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, path, header } = request;
  return storeAndRespond(request, context, {
    principal: requireAccount(request.principal),
    resourceId: parsePathId(path.resource_instance_id),
    missing: parameters.missing,
    mayBeEmpty: parameters.empty,
    ids: 'keep',
    expected: readExpectedVersion(header, context.settings.requireIfMatch),
    key: undefined,
  });
}

/**
 * Handles POST: creates a resource instance, and returns the stored document.
 * @throws the errors of storeDocument; AuthenticationRequired
 */
export async function createDocument(
  request: DocumentRequest<typeof parametersForCreate, GraphPath>,
  context: DataHandlerContext,
): Promise<HttpResponse> {
  const { parameters, path, header, body } = request;
  const { format, unknown, hidden } = parameters;
  return storeAndRespond(request, context, {
    principal: requireAccount(request.principal),
    resourceId: parseResourceId(randomUUID()),
    missing: 'keep',
    mayBeEmpty: false,
    ids: 'replace',
    expected: noExpectedVersion,
    key: readIdempotencyKey(header, [
      'post',
      path.graph_id_or_graph_slug,
      format,
      readContentTypeShape(header('content-type')),
      unknown,
      hidden,
      body,
    ]),
  });
}

async function storeAndRespond(
  request: DocumentRequest<typeof parametersForCreate, GraphPath>,
  { dataApi, settings }: DataHandlerContext,
  documentToStore: Pick<
    DocumentToStore,
    'principal' | 'resourceId' | 'missing' | 'mayBeEmpty' | 'ids' | 'expected' | 'key'
  >,
): Promise<HttpResponse> {
  const { parameters, path, header, body, languages } = request;
  const result = await storeDocument(dataApi, {
    ...documentToStore,
    settings,
    text: body,
    documentFormat: parameters.format,
    graph: path.graph_id_or_graph_slug,
    shape: readContentTypeShape(header('content-type')),
    unknown: parameters.unknown,
    keepsHiddenTiles: parameters.hidden,
    isDryRun: parameters.dry_run,
  });
  const { baseUrl, language } = settings;
  if (parameters.dry_run) return dryRunResponse(result, baseUrl);
  const negotiated = negotiateJsonLd(parameters.profile, header('accept'));
  const text = await writeChangedDocument(result, dataApi, {
    baseUrl,
    language,
    accountId: documentToStore.principal.accountId,
    shape: negotiated.shape,
    omitsHiddenNodegroups: parameters.hidden,
    languages,
  });
  const isNew =
    result.kind === 'created' || (result.kind === 'repeated' && documentToStore.ids === 'replace');
  return storedDocumentResponse(result, text, negotiated, baseUrl, isNew);
}

/** Parses the id of a resource instance in a path. @throws InvalidInput if it is not a UUID, or is the nil UUID */
function parsePathId(text: string): ResourceId {
  if (isUuid(text) && text !== nilUuid) return parseResourceId(text);
  const detail = `${JSON.stringify(text)} is not a valid id of a resource instance. Send a UUID.`;
  throw new InvalidInput([
    { in: 'path', pointer: '/resource_instance_id', code: 'invalid', detail },
  ]);
}

/**
 * Makes the response to a write: the stored document.
 * @param isNew whether this request created the resource instance, either now or when it was sent before
 */
function storedDocumentResponse(
  result: ChangeResult,
  text: string,
  { shape, mediaType }: { readonly shape: Shape; readonly mediaType: string },
  baseUrl: string,
  isNew: boolean,
): HttpResponse {
  const { graph, resourceId, version, pending } = result;
  const uri = resourceUri(baseUrl, resourceId);
  const contentType = graph.hasOntology
    ? contentTypeWithProfile({ format: 'json-ld', shape }, mediaType)
    : 'application/json';
  const headers = {
    ...validatorHeaders(`${version}-${contentTag(contentType, undefined, text)}`, null),
    ...(isNew ? { Location: uri } : {}),
    ...changeHeaders(result),
  };
  const status = isNew ? 201 : 200;
  const body = graph.hasOntology ? text : addPendingReview(text, pending);
  const minimalDocument = graph.hasOntology ? { '@id': uri } : { resourceinstanceid: resourceId };
  return {
    ...withHeaders(
      { ...documentResponse(contentType, body), status },
      { ...headers, 'Content-Location': uri },
    ),
    fallback: withHeaders(
      { ...documentResponse(contentType, JSON.stringify(minimalDocument)), status },
      headers,
    ),
  };
}
