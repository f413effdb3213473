import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { createPictureLink } from '../../lib/files/picture-link.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { readPicture } from '../../lib/http/iiif/readable-picture.ts';
import { noStoreHeaders, redirectTo, withHeaders } from '../../lib/http/responses/response.ts';
import { chooseSize, listSizes } from '../../lib/serializers/iiif/image-info.ts';

/** GET /iiif/images/{file_id}/full/{size}/0/default.jpg (IIIF Image API 3.0, compliance level 0). */
export const handler = createDataHandler({
  id: 'get-iiif-image',
  method: 'GET',
  path: '/iiif/images/{file_id}/full/{picture_size}/0/default.jpg',
  summary: 'Redirects to a copy of a picture for viewers',
  access: 'secured',
  capability: 'show-pictures',
  parameters: z.object({}),
  responses: {
    303: 'Redirect to the copy, a JPEG without a place in it. The link is for the method of the request, and expires within fifteen minutes.',
    404: 'There is no picture with this id that the caller may read, or it has no copy of this size.',
    410: 'The picture was removed for good. Only callers who may read what names it learn that.',
  },
  handle: async function handleGetIiifImage({ path, caller, method }, context) {
    const copies = await readPicture(path.file_id, caller, context);
    const copy = chooseSize(path.picture_size, copies);
    if (copy === undefined) throw new NotFound(noSizeMessage(copies));
    const link = await createPictureLink(context.settings, copy.storageKey, {
      method: method === 'HEAD' ? 'HEAD' : 'GET',
    });
    return withHeaders(redirectTo(link), noStoreHeaders);
  },
});

function noSizeMessage(copies: Parameters<typeof listSizes>[0]): string {
  const sizes = listSizes(copies).map(({ width, height }) => `${width},${height}`);
  return `This picture does not have this size: request max or ${sizes.join(' or ')}.`;
}
