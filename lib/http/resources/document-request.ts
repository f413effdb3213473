import { randomUUID } from 'node:crypto';

import type * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import { isUuid, nilUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { nothingExpected } from '../../writing/expected-version.ts';
import { documentAfter } from '../../writing/resources/document-after.ts';
import { storeDocument, type DocumentToStore } from '../../writing/resources/store-document.ts';
import type { Answer } from '../answers/answer.ts';
import { expectedVersion } from '../conditional/preconditions.ts';
import type { EndpointContext } from '../endpoint.ts';
import type { OperationRequest } from '../definition.ts';
import type { Operation } from '../operation.ts';
import { accountOnly } from '../request/bearer.ts';
import { idempotencyKey } from '../request/idempotency-key.ts';
import { documentAnswer } from './document-answer.ts';
import { dryRunAnswer } from './dry-run-answer.ts';
import { sentShape } from './resource-form.ts';
import { answerForm, type createParameters, type putParameters } from './document-parameters.ts';

/** A request that brings the document of a resource instance. */
type DocumentRequest<Schema extends z.ZodObject, Path> = Pick<
  OperationRequest<Operation, z.output<Schema>>,
  'parameters' | 'principal' | 'header' | 'body' | 'languages'
> & { readonly path: Path };

/** Id or slug of the model, where the path names one. */
type GraphPath = { readonly graph_id_or_graph_slug?: string };

/**
 * Stores the document that a request brings under the id of its path (specification, PUT), and answers with the document of what is
 * stored.
 * @throws what storeDocument throws; InvalidInput where the path has no id; AuthenticationRequired
 */
export async function putDocument(
  request: DocumentRequest<
    typeof putParameters,
    GraphPath & { readonly resource_instance_id: string }
  >,
  context: EndpointContext,
): Promise<Answer> {
  const { parameters, path, header } = request;
  return store(request, context, {
    principal: accountOnly(request.principal),
    resourceId: pathResourceId(path.resource_instance_id),
    missing: parameters.missing,
    ids: 'keep',
    expected: expectedVersion(header, context.settings.requireIfMatch),
    key: undefined,
  });
}

/**
 * Creates a resource instance from the document that a request brings, and answers with the document of what is stored.
 * @throws what storeDocument throws; AuthenticationRequired
 */
export async function createFromDocument(
  request: DocumentRequest<typeof createParameters, GraphPath>,
  context: EndpointContext,
): Promise<Answer> {
  const { parameters, path, header, body } = request;
  const { format, unknown, hidden } = parameters;
  return store(request, context, {
    principal: accountOnly(request.principal),
    resourceId: parseResourceId(randomUUID()),
    missing: 'keep',
    ids: 'renew',
    expected: nothingExpected,
    key: idempotencyKey(header, [
      'post',
      path.graph_id_or_graph_slug,
      format,
      sentShape(header('content-type')),
      unknown,
      hidden,
      body,
    ]),
  });
}

async function store(
  request: DocumentRequest<typeof createParameters, GraphPath>,
  { data, settings }: EndpointContext,
  toStore: Pick<
    DocumentToStore,
    'principal' | 'resourceId' | 'missing' | 'ids' | 'expected' | 'key'
  >,
): Promise<Answer> {
  const { parameters, path, header, body, languages } = request;
  const changed = await storeDocument(data, {
    ...toStore,
    settings,
    text: body,
    form: parameters.format,
    graph: path.graph_id_or_graph_slug,
    shape: sentShape(header('content-type')),
    unknown: parameters.unknown,
    leavesHidden: parameters.hidden,
    isDryRun: parameters.dry_run,
  });
  const { baseUrl } = settings;
  if (parameters.dry_run) return dryRunAnswer(changed, baseUrl);
  const form = answerForm(parameters.profile, header('accept'));
  const text = await documentAfter(changed, data, {
    baseUrl,
    accountId: toStore.principal.accountId,
    shape: form.shape,
    leavesHidden: parameters.hidden,
    languages,
  });
  const isNew =
    changed.kind === 'created' || (changed.kind === 'repeated' && toStore.ids === 'renew');
  return documentAnswer(changed, text, form, baseUrl, isNew);
}

/** The id of a resource instance in a path. @throws InvalidInput where it cannot be one */
function pathResourceId(text: string): ResourceId {
  if (isUuid(text) && text !== nilUuid) return parseResourceId(text);
  const detail = `${JSON.stringify(text)} cannot be the id of a resource instance: a UUID is needed.`;
  throw new InvalidInput([
    { in: 'path', pointer: '/resource_instance_id', code: 'invalid', detail },
  ]);
}
