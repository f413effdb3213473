import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readConditions, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  notVisibleError,
  resourceInstanceNotFoundMessage,
  uuidOrNilUuid,
} from '../../lib/http/errors/not-visible.ts';
import { manifestResponse } from '../../lib/http/iiif/manifest-response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { serializerVersion } from '../../lib/http/resources/representation.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { parseResourceId } from '../../lib/model/ids.ts';
import { listCachedPublications } from '../../lib/queries/graphs/graph-cache.ts';
import { findResourceDocument } from '../../lib/queries/resources/resource-document.ts';

/** GET /iiif/{resource_instance_id}/manifest (IIIF Presentation API 3.0). */
export const handler = createDataHandler({
  id: 'get-iiif-manifest',
  method: 'GET',
  path: '/iiif/{resource_instance_id}/manifest',
  summary: 'Describes the pictures of a resource instance for viewers',
  access: 'secured',
  capability: 'read',
  formats: ['iiif'],
  ignoresUnknownAccept: true,
  parameters: z.object({ indent: indentParameter }),
  requestHeaders: ['If-Modified-Since'],
  responses: {
    200: {
      description: 'The pictures that the caller may read, with their texts in all languages.',
      body: 'manifest',
      headers: ['Last-Modified'],
    },
    304: descriptions.notModified,
    404: 'There is no resource instance with this id that the caller may see, or it has no pictures that the caller may read.',
  },
  handle: async function handleGetIiifManifest(
    { path, caller, header, mediaType, parameters },
    { read, settings },
  ) {
    const { baseUrl, instance } = settings;
    const { tags, since } = readConditions(header);
    const resource = await read(
      findResourceDocument(caller, parseResourceId(uuidOrNilUuid(path.resource_instance_id)), {
        detail: 'page',
        omitsHidden: true,
        includesNames: true,
        representation: JSON.stringify([
          'manifest',
          serializerVersion,
          baseUrl,
          instance,
          mediaType,
          parameters,
        ]),
        cachedPublications: listCachedPublications(),
        ifNoneMatch: tags,
        ifModifiedSince: since,
      }),
    );
    const recordHeader = resource.header;
    if (recordHeader === undefined)
      throw notVisibleError(caller, resource.mayReadSomething, resourceInstanceNotFoundMessage);
    const response = recordHeader.isNotModified
      ? ({ status: 304 } as const)
      : manifestResponse(resource, recordHeader, mediaType, settings);
    const lastModified = recordHeader.isLastModifiedFinal ? recordHeader.lastModified : null;
    return withHeaders(response, validatorHeaders(recordHeader.etag, lastModified));
  },
});
