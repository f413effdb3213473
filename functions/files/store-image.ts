import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { readImageForm } from '../../lib/http/files/image-form.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { storeImage } from '../../lib/writing/files/store-image.ts';

/** POST /images (mobile clients): stores the bytes of a photo that a tile names. */
export const handler = createDataHandler({
  id: 'store-image',
  method: 'POST',
  path: '/images',
  summary: 'Stores the bytes of a file that a tile names',
  access: 'secured',
  capability: 'transaction',
  parameters: z.object({}),
  requestBody: { 'multipart/form-data': 'imageForm' },
  hasBinaryBody: true,
  responses: {
    204: 'The bytes are stored.',
    400: descriptions.invalidBody,
    404: 'No tile that the caller may edit names the file.',
    409: 'The file has other bytes already.',
    410: 'An operator removed the file for good.',
    413: 'The body has more than 4.4 MB. Larger files are sent with POST /files.',
    415: 'The body is not multipart/form-data.',
    422: 'The bytes are of another type than the form says.',
  },
  handle: async function handleStoreImage({ principal, bytes, header }, { dataApi, settings }) {
    const { accountId } = requireAccount(principal);
    const image = await readImageForm(bytes, header('content-type'));
    await storeImage(dataApi, settings, accountId, image);
    return { status: 204 };
  },
});
