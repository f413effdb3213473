import { readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod';

import { errorCode, NotFound } from '../../lib/errors.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { documentResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { mapSourceHosts } from '../../lib/pages/map/map-hosts.ts';
import { assetSecurityPolicy } from '../../lib/pages/security-policy.ts';

/** The folder into which the build puts the files. */
const builtFolder = path.join(import.meta.dirname, '../../assets');

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/geo+json',
};

/** GET /assets/{asset_name}: the name contains a hash of the content, so caches may keep the file forever. */
export const handler = createHandlerWithoutDatabase({
  id: 'get-asset',
  method: 'GET',
  path: '/assets/{asset_name}',
  summary: 'A script, style or outline of the pages',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: {
    200: {
      description: 'The file.',
      body: {
        'text/javascript': 'text',
        'text/css': 'text',
        'application/geo+json': 'worldOutlines',
      },
    },
    404: 'There is no such file. After a deployment, files can have new names.',
  },
  handle: async function handleGetAsset({ path: { asset_name: name } }, { settings }) {
    const { assetFolder = builtFolder } = settings;
    const contentType = contentTypes[path.extname(name)];
    if (contentType === undefined || !/^[\w-]{1,200}\.\w{1,10}$/.test(name))
      throw assetNotFoundError();
    const text = await readFile(path.join(assetFolder, name), 'utf8').catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? assetNotFoundError() : error;
    });
    return withHeaders(documentResponse(contentType, text), {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': assetSecurityPolicy(mapSourceHosts(settings)),
    });
  },
});

function assetNotFoundError(): NotFound {
  return new NotFound(
    'There is no such file. Reload the page: files have new names after an update.',
  );
}
