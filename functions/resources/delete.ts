import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse } from '../../lib/http/responses/response.ts';
import { booleanWithDefault } from '../../lib/http/parameters/types/booleans.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { deletionOf } from '../../lib/model/change/tile-difference.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { resourceUri } from '../../lib/model/uris.ts';
import { writeChangeSummary } from '../../lib/serializers/resources/change-summary.ts';
import { deleteResource } from '../../lib/writing/resources/delete-resource.ts';

/** DELETE /resources/{resource_instance_id} (specification). */
export const handler = createDataHandler({
  id: 'delete-resource',
  method: 'DELETE',
  path: '/resources/{resource_instance_id}',
  summary: 'Deletes a resource instance',
  access: 'secured',
  capability: 'transaction',
  parameters: z.object({
    on_reference: z
      .enum(['remove', 'refuse'], { error: 'must be remove or refuse.' })
      .default('remove')
      .describe(
        'What happens to references from other resource instances, and to relations without a tile: remove deletes them; refuse changes nothing if there are any.',
      ),
    dry_run: booleanWithDefault(false).describe('Returns what would change, and deletes nothing.'),
    indent: indentParameter,
  }),
  requestHeaders: ['If-Match'],
  responses: {
    200: {
      description: 'The resource instance is deleted; no body. With dry_run: what would change.',
      body: 'changeSummary',
    },
    403: 'The caller may see the resource instance, but not delete it.',
    404: descriptions.resourceNotFound,
    409: `Other resource instances refer to it, and on_reference is refuse. Or: ${descriptions.importNotFinished}`,
  },
  handle: async function handleDeleteResource(
    { parameters, path, principal, header },
    { dataApi, settings },
  ) {
    const resourceId = parseResourceId(uuidOrNilUuid(path.resource_instance_id));
    const { tiles, referrers } = await deleteResource(dataApi, {
      principal: requireAccount(principal),
      baseUrl: settings.baseUrl,
      language: settings.language,
      resourceId,
      onReference: parameters.on_reference,
      expected: readExpectedVersion(header, settings.requireIfMatch),
      isDryRun: parameters.dry_run,
    });
    if (!parameters.dry_run) return { status: 200 };
    return jsonResponse(
      writeChangeSummary({
        resource: resourceUri(settings.baseUrl, resourceId),
        change: 'delete',
        tileDifferences: tiles.map(deletionOf),
        referrers,
      }),
    );
  },
});
