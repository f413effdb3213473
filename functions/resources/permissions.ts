import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { textParameter } from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { InvalidInput } from '../../lib/errors.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
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
  capability: 'read',
  parameters: z.object({
    resourceinstanceid: textParameter
      .meta({ minLength: 1 })
      .describe('The id of the resource instance; required.'),
    indent: indentParameter,
  }),
  requiredParameters: ['resourceinstanceid'],
  responses: {
    200: { description: 'read, edit and delete, each true or false.', body: 'instancePermissions' },
    400: 'A parameter is invalid or missing.',
    404: descriptions.resourceNotFound,
  },
  handle: async function handleGetInstancePermissions({ parameters, caller, principal }, { read }) {
    const { resourceinstanceid: id } = parameters;
    if (id === undefined) throw new InvalidInput([missingIdError]);
    const resourceId = parseResourceId(uuidOrNilUuid(id));
    const permissions = await read(findInstancePermissions(caller, resourceId));
    if (!permissions.mayView)
      throw notVisibleError(caller, permissions.mayReadSomething, resourceInstanceNotFoundMessage);
    const mayWrite = principal.kind === 'account' && principal.scope.includes('write');
    return jsonResponse({
      read: true,
      edit: mayWrite && permissions.mayChange,
      delete: mayWrite && permissions.mayDelete,
    });
  },
});
