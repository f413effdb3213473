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
  id: 'create-resource',
  method: 'POST',
  path: '/resources',
  summary: 'Creates a resource instance of the model that the document names',
  access: 'secured',
  capability: 'transactions',
  parameters: createParameters,
  sentBody: 'sentDocument',
  bodyMeaning: documentMeaning,
  sentHeaders: ['Idempotency-Key'],
  responses: createResponses,
} as const satisfies Operation;

/** POST /resources */
export const handler = endpoint({
  operation,
  parameters: createSchema,
  handle: createFromDocument,
});
