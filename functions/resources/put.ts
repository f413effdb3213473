import { createDataHandler } from '../../lib/http/data-handler.ts';
import { operationDefaultsForPut } from '../../lib/http/resources/document-parameters.ts';
import { putDocument } from '../../lib/http/resources/document-request.ts';

/** PUT /resources/{resource_instance_id} (specification, form A). */
export const handler = createDataHandler({
  ...operationDefaultsForPut,
  id: 'put-resource',
  path: '/resources/{resource_instance_id}',
  summary: 'Stores a resource instance (form A)',
  handle: putDocument,
});
