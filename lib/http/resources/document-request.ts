import { randomUUID } from 'node:crypto';

import type * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import { isUuid, nilUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { noExpectedVersion } from '../../writing/expected-version.ts';
import { writeChangedDocument } from '../../writing/resources/changed-document.ts';
import { storeDocument, type DocumentToStore } from '../../writing/resources/store-document.ts';
import type { HttpResponse } from '../responses/response.ts';
import { readExpectedVersion } from '../conditional/read-expected-version.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { Operation } from '../operation.ts';
import { requireAccount } from '../request/bearer.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { storedDocumentResponse } from './document-response.ts';
import { dryRunResponse } from './dry-run-response.ts';
import { readContentTypeShape } from './representation.ts';
import {
  negotiateJsonLd,
  type parametersForCreate,
  type parametersForPut,
} from './document-parameters.ts';

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
