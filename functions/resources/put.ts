import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  putParameters,
  putResponses,
  putSchema,
  documentMeaning,
} from '../../lib/http/resources/document-parameters.ts';
import { putDocument } from '../../lib/http/resources/document-request.ts';

const operation = {
  id: 'put-resource',
  method: 'PUT',
  path: '/resources/{resource_instance_id}',
  summary: 'Stores a resource instance (form A)',
  access: 'secured',
  capability: 'transactions',
  parameters: putParameters,
  sentBody: 'sentDocument',
  bodyMeaning: documentMeaning,
  sentHeaders: ['If-Match', 'If-None-Match'],
  responses: putResponses,
} as const satisfies Operation;

/** PUT /resources/{resource_instance_id} (specification, form A). */
export const handler = endpoint({ operation, parameters: putSchema, handle: putDocument });
