import { createDataHandler } from '../../lib/http/data-handler.ts';
import { operationDefaultsForCreate } from '../../lib/http/resources/document-parameters.ts';
import { createDocument } from '../../lib/http/resources/document-request.ts';

/** POST /resources */
export const handler = createDataHandler({
  ...operationDefaultsForCreate,
  id: 'create-resource',
  path: '/resources',
  summary: 'Creates a resource instance of the model that the document names',
  handle: createDocument,
});
