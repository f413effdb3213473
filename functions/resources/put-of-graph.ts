import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { putSchema, storing } from '../../lib/http/resources/document-parameters.ts';
import { putDocument } from '../../lib/http/resources/document-request.ts';

const operation = {
  ...storing,
  id: 'put-resource-of-graph',
  path: '/resources/{graph_id_or_graph_slug}/{resource_instance_id}',
  summary: 'Stores a resource instance (form B)',
} as const satisfies Operation;

/** PUT /resources/{graph_id_or_graph_slug}/{resource_instance_id} (specification, form B). */
export const handler = endpoint({ operation, parameters: putSchema, handle: putDocument });
