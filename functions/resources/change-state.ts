import * as z from 'zod';

import { InvalidInput } from '../../lib/errors.ts';
import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { isUuid, parseResourceId } from '../../lib/model/ids.ts';
import { lifeCycleStateDocument } from '../../lib/serializers/resources/life-cycle-state.ts';
import { parseJsonBody } from '../../lib/writing/json-body.ts';
import { changeState } from '../../lib/writing/resources/change-state.ts';

const stateIdSchema = z.string().refine(isUuid).meta({ format: 'uuid' });

const bodySchema = z.union([stateIdSchema, z.object({ id: stateIdSchema })]);

const bodyError = {
  in: 'body',
  pointer: '',
  code: 'invalid',
  detail: 'Send the id of a state as a JSON string, or an object {"id": "…"}.',
} as const;

/** POST /api/resource_instance_lifecycle_state/{resource_instance_id} (existing clients). */
export const handler = createDataHandler({
  id: 'change-resource-state',
  method: 'POST',
  path: '/api/resource_instance_lifecycle_state/{resource_instance_id}',
  summary: 'Changes the state of a resource instance in the life cycle of its model',
  access: 'secured',
  capability: 'transaction',
  parameters: z.object({ indent: indentParameter }),
  requestBody: bodySchema,
  requestHeaders: ['If-Match'],
  responses: {
    200: { description: 'The state before and the state after.', body: 'lifeCycleStateChange' },
    400: 'The body is not the id of a state of the life cycle.',
    403: 'The caller is not a reviewer, or may not change the resource instance.',
    404: descriptions.resourceNotFound,
    409: descriptions.importNotFinished,
  },
  handle: async function handleChangeResourceState(
    { path, principal, body, header, languages },
    { dataApi, settings },
  ) {
    const parsed = bodySchema.safeParse(parseJsonBody(body));
    if (!parsed.success) throw new InvalidInput([bodyError]);
    const stateId = typeof parsed.data === 'string' ? parsed.data : parsed.data.id;
    const { states, before, after } = await changeState(dataApi, {
      principal: requireAccount(principal),
      resourceId: parseResourceId(uuidOrNilUuid(path.resource_instance_id)),
      stateId: stateId.toLowerCase(),
      expected: readExpectedVersion(header, settings.requireIfMatch),
    });
    return jsonResponse({
      original_resource_instance_lifecycle_state: lifeCycleStateDocument(
        { stateId: before, states },
        languages,
      ),
      current_resource_instance_lifecycle_state: lifeCycleStateDocument(
        { stateId: after, states },
        languages,
      ),
    });
  },
});
