import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { createSchema, creation } from '../../lib/http/resources/document-parameters.ts';
import { createFromDocument } from '../../lib/http/resources/document-request.ts';

const operation = {
  ...creation,
  id: 'create-resource-of-graph',
  path: '/resources/{graph_id_or_graph_slug}',
  summary: 'Creates a resource instance of a model',
} as const satisfies Operation;

/** POST /resources/{graph_id_or_graph_slug} */
export const handler = endpoint({
  operation,
  parameters: createSchema,
  handle: createFromDocument,
});
