import { endpoint } from '../../lib/http/endpoint.ts';
import { creation } from '../../lib/http/resources/document-parameters.ts';
import { createFromDocument } from '../../lib/http/resources/document-request.ts';

/** POST /resources/{graph_id_or_graph_slug} */
export const handler = endpoint({
  ...creation,
  id: 'create-resource-of-graph',
  path: '/resources/{graph_id_or_graph_slug}',
  summary: 'Creates a resource instance of a model',
  handle: createFromDocument,
});
