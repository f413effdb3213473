import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { createSchema, creation } from '../../lib/http/resources/document-parameters.ts';
import { createFromDocument } from '../../lib/http/resources/document-request.ts';

const operation = {
  ...creation,
  id: 'create-resource',
  path: '/resources',
  summary: 'Creates a resource instance of the model that the document names',
} as const satisfies Operation;

/** POST /resources */
export const handler = endpoint({
  operation,
  parameters: createSchema,
  handle: createFromDocument,
});
