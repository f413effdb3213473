import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json } from '../../lib/http/answers/answer.ts';
import { indent, limit, wholeNumber } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { NotAllowed } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { idOrNil, notVisible } from '../../lib/http/errors/not-visible.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceHistory } from '../../lib/queries/resources/resource-history.ts';
import { historyDocument } from '../../lib/serializers/history/resource-history.ts';

const operation = {
  id: 'get-resource-history',
  method: 'GET',
  path: '/resources/{resource_instance_id}/history',
  summary: 'The edits of a resource instance',
  access: 'secured',
  capability: 'statements',
  timeout: 900,
  isStreamed: true,
  parameters: {
    limit: 'Edits at a time, 1 to 500; 100 when left out.',
    cursor: 'The id of the edit after which to go on, as next gives it.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge: 'Ask for fewer edits at a time with limit.',
  responses: {
    200: { meaning: 'The edits that the caller may read, the latest first.', body: 'editHistory' },
    400: 'A parameter breaks its rule.',
    403: 'The caller may see it, but not read the history.',
    404: 'There is no resource instance with this id that the caller may see.',
    413: 'The edits are too large for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no resource instance with this id that you may see.';
const noRight =
  'Your account may see this resource instance, but not read the history. Ask an administrator for the right history.';
const editsPerPage = 100;

/** GET /resources/{resource_instance_id}/history: who changed what, and when, for whoever has the right `history`. */
export const handler = endpoint({
  operation,
  parameters: z.object({ limit: limit(500), cursor: wholeNumber(0).optional(), indent }),
  handle: async ({ parameters, path, principal }, { data, settings }) => {
    const resourceId = parseResourceId(idOrNil(path.resource_instance_id));
    const most = parameters.limit ?? editsPerPage;
    const after = parameters.cursor === undefined ? null : BigInt(parameters.cursor);
    const query = resourceHistory(callerOf(principal), resourceId, after, most);
    const { mayReadAnything, mayReadHistory, isThere, edits } = await run(data.read, query);
    if (!mayReadHistory && principal.kind === 'anonymous') throw new AuthenticationRequired();
    if (!isThere) throw notVisible(principal, mayReadAnything, unknown);
    if (!mayReadHistory) throw new NotAllowed(noRight);
    const { baseUrl } = settings;
    return json(historyDocument({ baseUrl, resourceId, edits, limit: most }));
  },
});
