import { createDataHandler } from '../../lib/http/data-handler.ts';
import { operationDefaultsForPut } from '../../lib/http/resources/document-parameters.ts';
import { putDocument } from '../../lib/http/resources/document-request.ts';

/** PUT /resources/{graph_id_or_graph_slug}/{resource_instance_id} (specification, form B). */
export const handler = createDataHandler({
  ...operationDefaultsForPut,
  id: 'put-resource-of-graph',
  path: '/resources/{graph_id_or_graph_slug}/{resource_instance_id}',
  summary: 'Stores a resource instance (form B)',
  handle: putDocument,
});
