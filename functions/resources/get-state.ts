import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { findResourceState } from '../../lib/queries/resources/life-cycle-state.ts';
import { lifeCycleStateDocument } from '../../lib/serializers/resources/life-cycle-state.ts';

/** GET /api/resource_instance_lifecycle_state/{resource_instance_id} (existing clients). */
export const handler = createDataHandler({
  id: 'get-resource-state',
  method: 'GET',
  path: '/api/resource_instance_lifecycle_state/{resource_instance_id}',
  summary: 'The state of a resource instance in the life cycle of its model',
  access: 'secured',
  capability: 'read',
  parameters: z.object({ indent: indentParameter }),
  responses: {
    200: {
      description: 'The state, with the life cycle; null if the model has none.',
      body: 'lifeCycleState',
    },
    404: descriptions.resourceNotFound,
  },
  handle: async function handleGetResourceState({ path, caller, languages }, { read }) {
    const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
    const state = await read(findResourceState(caller, resourceId));
    if (!state.mayView)
      throw notVisibleError(caller, state.mayReadSomething, resourceInstanceNotFoundMessage);
    return withHeaders(jsonResponse(lifeCycleStateDocument(state, languages)), {
      Vary: 'Accept-Language',
    });
  },
});
