import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  createParameters,
  createResponses,
  createSchema,
  documentMeaning,
} from '../../lib/http/resources/document-parameters.ts';
import { createFromDocument } from '../../lib/http/resources/document-request.ts';

const operation = {
  id: 'create-resource-of-graph',
  method: 'POST',
  path: '/resources/{graph_id_or_graph_slug}',
  summary: 'Creates a resource instance of a model',
  access: 'secured',
  capability: 'transactions',
  parameters: createParameters,
  sentBody: 'sentDocument',
  bodyMeaning: documentMeaning,
  sentHeaders: ['Idempotency-Key'],
  responses: createResponses,
} as const satisfies Operation;

/** POST /resources/{graph_id_or_graph_slug} */
export const handler = endpoint({
  operation,
  parameters: createSchema,
  handle: createFromDocument,
});
