import { endpoint } from '../../lib/http/endpoint.ts';
import { creation } from '../../lib/http/resources/document-parameters.ts';
import { createFromDocument } from '../../lib/http/resources/document-request.ts';

/** POST /resources */
export const handler = endpoint({
  ...creation,
  id: 'create-resource',
  path: '/resources',
  summary: 'Creates a resource instance of the model that the document names',
  handle: createFromDocument,
});
