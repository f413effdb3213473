import { createDataHandler } from '../../lib/http/data-handler.ts';
import { operationDefaultsForCreate } from '../../lib/http/resources/document-parameters.ts';
import { createDocument } from '../../lib/http/resources/document-request.ts';

/** POST /resources/{graph_id_or_graph_slug} */
export const handler = createDataHandler({
  ...operationDefaultsForCreate,
  id: 'create-resource-of-graph',
  path: '/resources/{graph_id_or_graph_slug}',
  summary: 'Creates a resource instance of a model',
  handle: createDocument,
});
