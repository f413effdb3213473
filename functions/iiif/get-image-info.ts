import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { contentTag, validatorHeaders } from '../../lib/http/conditional/validators.ts';
import { iiifResponse } from '../../lib/http/iiif/iiif-response.ts';
import { readPicture } from '../../lib/http/iiif/readable-picture.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { imageContext, imageUri, toImageInfo } from '../../lib/serializers/iiif/image-info.ts';

/** GET /iiif/images/{file_id}/info.json (IIIF Image API 3.0, compliance level 0). */
export const handler = createDataHandler({
  id: 'get-iiif-image-info',
  method: 'GET',
  path: '/iiif/images/{file_id}/info.json',
  summary: 'Describes a picture for viewers',
  access: 'secured',
  capability: 'read',
  formats: ['iiif'],
  ignoresUnknownAccept: true,
  parameters: z.object({ indent: indentParameter }),
  responses: {
    200: { description: 'The sizes in which the picture can be read.', body: 'imageInfo' },
    304: descriptions.notModified,
    404: 'There is no picture with this id that the caller may read, or it has no copies for viewers.',
    410: 'The picture was removed for good. Only callers who may read what names it learn that.',
  },
  handle: async function handleGetIiifImageInfo({ path, caller, mediaType, parameters }, context) {
    const sizes = await readPicture(path.file_id, caller, context);
    const image = imageUri(context.settings.baseUrl, path.file_id.toLowerCase());
    const info = toImageInfo(image, sizes);
    const etag = contentTag(mediaType, parameters.indent, JSON.stringify(info));
    return withHeaders(iiifResponse(info, mediaType, imageContext), validatorHeaders(etag, null));
  },
});
