import * as z from 'zod';

import { callerOf } from '../../lib/auth/caller.ts';
import { readParts } from '../../lib/data-api/chunks.ts';
import { json, withHeaders } from '../../lib/http/answer.ts';
import { indent, isUuid, trueOrFalse } from '../../lib/http/common-parameters.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { AuthenticationRequired, NotFound } from '../../lib/http/errors.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { nilUuid, parseResourceId } from '../../lib/model/ids.ts';
import { resourceDocument } from '../../lib/queries/resources.ts';
import { businessData } from '../../lib/serializers/business-data.ts';
import { readResourceHeader } from '../../lib/serializers/resource-header.ts';
import { serviceJson } from '../../lib/serializers/service-json.ts';

const operation = {
  id: 'get-resource',
  method: 'GET',
  path: '/resources/{resource_instance_id}',
  summary: 'One resource instance',
  access: 'secured',
  formats: ['json', 'service-json'],
  parameters: {
    format: 'The serialisation: json (business data) or service-json.',
    hidden: 'true leaves out nodegroups whose card is hidden.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge:
    'Leave out indent and hidden=false, or read the values of some nodegroups through /geojson with resourceid and nodegroups.',
  responses: {
    200: 'The resource instance.',
    404: 'There is none with this id that the caller may see.',
    406: 'The format is not one of this operation.',
    413: 'The resource instance is too large for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no resource instance with this id that you may see.';

/** GET /resources/{resource_instance_id} (specification): one resource instance in the format asked for. */
export const handler = endpoint({
  operation,
  parameters: z.object({ hidden: trueOrFalse(true), indent }),
  handle: async ({ parameters, path, principal, format, languages }, { data, settings }) => {
    const id = path.resource_instance_id;
    // What cannot be an id is asked for like one that nothing has: it is unknown to whoever may ask, and to nobody else.
    const resourceId = parseResourceId(isUuid(id) ? id : nilUuid);
    const query = resourceDocument(callerOf(principal), resourceId, parameters.hidden);
    const [mayRead, head, ...tiles] = await readParts(data, query);
    if (head === undefined) {
      if (mayRead !== 'true' && principal.kind === 'anonymous') throw new AuthenticationRequired();
      throw new NotFound(unknown);
    }
    const header = readResourceHeader(head);
    if (format === 'json') return json(businessData(header, tiles));
    const document = serviceJson(header, tiles, [...languages, settings.language]);
    return withHeaders(json(document), { Vary: 'Accept-Language' });
  },
});
