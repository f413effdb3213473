import * as z from 'zod';

import { json } from '../../lib/http/answers/answer.ts';
import { indent, trueOrFalse } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil } from '../../lib/http/errors/not-visible.ts';
import { expectedVersion } from '../../lib/http/conditional/preconditions.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { changeSummary } from '../../lib/serializers/resources/change-summary.ts';
import { deleteResource } from '../../lib/writing/resources/delete-resource.ts';

/** DELETE /resources/{resource_instance_id} (specification). */
export const handler = endpoint({
  id: 'delete-resource',
  method: 'DELETE',
  path: '/resources/{resource_instance_id}',
  summary: 'Deletes a resource instance',
  access: 'secured',
  capability: 'transactions',
  parameters: z.object({
    on_reference: z
      .enum(['remove', 'refuse'], { error: 'must be remove or refuse.' })
      .default('remove')
      .describe(
        'What becomes of references of other resource instances to it, and of relations with it that stand in no tile: remove takes them away; refuse leaves everything as it is where there are any.',
      ),
    dry_run: trueOrFalse(false).describe('Answers with what would change, and deletes nothing.'),
    indent,
  }),
  sentHeaders: ['If-Match'],
  responses: {
    200: {
      meaning: 'It is deleted; no body. Or, with dry_run, what would change.',
      body: 'changeSummary',
    },
    403: 'The caller may see it, but not delete it.',
    404: 'There is none with this id that the caller may see.',
    409: 'Others refer to it, and on_reference is refuse.',
  },
  handle: async ({ parameters, path, principal, header }, { data, settings }) => {
    const resourceId = parseResourceId(idOrNil(path.resource_instance_id));
    const { tiles, referrers } = await deleteResource(data, {
      principal: accountOnly(principal),
      baseUrl: settings.baseUrl,
      language: settings.language,
      resourceId,
      onReference: parameters.on_reference,
      expected: expectedVersion(header, settings.requireIfMatch),
      isDryRun: parameters.dry_run,
    });
    if (!parameters.dry_run) return { status: 200 };
    return json(
      changeSummary({
        resource: resourceUri(settings.baseUrl, resourceId),
        change: 'delete',
        tiles: tiles.map((before) => ({ change: 'delete', before, after: null })),
        referrers,
      }),
    );
  },
});
