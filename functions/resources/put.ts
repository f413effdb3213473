import { endpoint } from '../../lib/http/endpoint.ts';
import { storing } from '../../lib/http/resources/document-parameters.ts';
import { putDocument } from '../../lib/http/resources/document-request.ts';

/** PUT /resources/{resource_instance_id} (specification, form A). */
export const handler = endpoint({
  ...storing,
  id: 'put-resource',
  path: '/resources/{resource_instance_id}',
  summary: 'Stores a resource instance (form A)',
  handle: putDocument,
});
