import * as z from 'zod';

import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indent, text } from '../../lib/http/parameters/parameter-types.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { InvalidInput } from '../../lib/errors.ts';
import { uuidOrNil, notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findInstancePermissions } from '../../lib/queries/resources/instance-permissions.ts';

const unknown = 'There is no resource instance with this id that you may see.';

const missing = {
  in: 'parameters',
  pointer: '/resourceinstanceid',
  code: 'missing',
  detail: 'resourceinstanceid: the id of a resource instance is needed.',
} as const;

/** GET /api/instance_permissions, as existing clients call it. */
export const handler = createDataHandler({
  id: 'get-instance-permissions',
  method: 'GET',
  path: '/api/instance_permissions',
  summary: 'What the caller may do with a resource instance',
  access: 'secured',
  capability: 'statements',
  parameters: z.object({
    resourceinstanceid: text
      .meta({ minLength: 1 })
      .describe('The id of the resource instance; it is needed.'),
    indent,
  }),
  requiredParameters: ['resourceinstanceid'],
  responses: {
    200: { description: 'read, edit and delete, each true or false.', body: 'instancePermissions' },
    400: 'A parameter breaks its rule, or is missing.',
    404: 'There is no resource instance with this id that the caller may see.',
  },
  handle: async ({ parameters, caller }, { read }) => {
    const { resourceinstanceid: id } = parameters;
    if (id === undefined) throw new InvalidInput([missing]);
    const resourceId = parseResourceId(uuidOrNil(id));
    const may = await read(findInstancePermissions(caller, resourceId));
    if (!may.mayView) throw notVisibleError(caller, may.mayReadAnything, unknown);
    return jsonResponse({ read: true, edit: may.mayChange, delete: may.mayDelete });
  },
});
