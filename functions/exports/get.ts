import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { createExportLink } from '../../lib/exports/export-link.ts';
import { noStoreHeaders, redirectTo, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { booleanWithDefault } from '../../lib/http/parameters/types/booleans.ts';
import { manifestFileName, savedFileName } from '../../lib/model/exports/export-format.ts';
import { attachmentDisposition } from '../../lib/model/files/content-disposition.ts';
import { findExportFile } from '../../lib/queries/exports/fetchable-exports.ts';

/** Long enough to follow the link, too short to pass it on. */
const linkSeconds = 300;

const exportNotFoundMessage = 'There is no export of this name that you may fetch.';

/** GET /exports/{export_name}: redirects to the file of the last run. A new run does not change that file. */
export const handler = createDataHandler({
  id: 'get-export',
  method: 'GET',
  path: '/exports/{export_name}',
  summary: 'Redirects to the latest file of an export',
  access: 'secured',
  capability: 'download',
  parameters: z.object({
    manifest: booleanWithDefault(false).describe('Redirects to the manifest of the file instead.'),
  }),
  responses: {
    303: 'Redirect to the file. The link expires after five minutes.',
    404: 'There is no export with this name that the caller may fetch, or it has no file yet.',
  },
  handle: async function handleGetExport({ path, parameters, caller, method }, { read, settings }) {
    const name = path.export_name;
    const exportFile = await read(findExportFile(caller, name));
    // With `false`, anonymous callers get a 401 instead of a 404, even if they may read other data.
    if (exportFile === undefined) throw notVisibleError(caller, false, exportNotFoundMessage);
    if (exportFile.fileName === null) {
      throw new NotFound('This export has not been made yet. Try again after its next run.');
    }
    const fileName = parameters.manifest
      ? manifestFileName(exportFile.fileName)
      : exportFile.fileName;
    const link = await createExportLink(settings, `${name}/${fileName}`, {
      disposition: attachmentDisposition(`${name}-${savedFileName(fileName)}`),
      validSeconds: linkSeconds,
      method: method === 'HEAD' ? 'HEAD' : 'GET',
    });
    return withHeaders(redirectTo(link), noStoreHeaders);
  },
});
