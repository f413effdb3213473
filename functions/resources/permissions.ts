import * as z from 'zod';

import * as sentences from '../../lib/http/description/sentences.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indent, text } from '../../lib/http/parameters/parameter-types.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { InvalidInput } from '../../lib/errors.ts';
import {
  notVisibleError,
  unknownResourceMessage,
  uuidOrNil,
} from '../../lib/http/errors/not-visible.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findInstancePermissions } from '../../lib/queries/resources/instance-permissions.ts';

const missingIdError = {
  in: 'parameters',
  pointer: '/resourceinstanceid',
  code: 'missing',
  detail: 'resourceinstanceid: the id of a resource instance is required.',
} as const;

/** GET /api/instance_permissions (existing clients). */
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
      .describe('The id of the resource instance; required.'),
    indent,
  }),
  requiredParameters: ['resourceinstanceid'],
  responses: {
    200: { description: 'read, edit and delete, each true or false.', body: 'instancePermissions' },
    400: 'A parameter is invalid or missing.',
    404: sentences.unknownResource,
  },
  handle: async ({ parameters, caller }, { read }) => {
    const { resourceinstanceid: id } = parameters;
    if (id === undefined) throw new InvalidInput([missingIdError]);
    const resourceId = parseResourceId(uuidOrNil(id));
    const may = await read(findInstancePermissions(caller, resourceId));
    if (!may.mayView) throw notVisibleError(caller, may.mayReadAnything, unknownResourceMessage);
    return jsonResponse({ read: true, edit: may.mayChange, delete: may.mayDelete });
  },
});
