import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { openExportStore } from '../../lib/exports/open-export-store.ts';
import { noStoreHeaders, redirectTo, withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError } from '../../lib/http/errors/not-visible.ts';
import { booleanWithDefault } from '../../lib/http/parameters/parameter-types.ts';
import { manifestFileName } from '../../lib/model/exports/export-format.ts';
import { findExportFile } from '../../lib/queries/exports/fetchable-exports.ts';

/** How long a link is good: for following it, not for passing it on. */
const linkSeconds = 300;

const unknown = 'There is no export of this name that you may fetch.';

/** GET /exports/{export_name}: to the file of the last run, which stays what it is while it is fetched. */
export const handler = createDataHandler({
  id: 'get-export',
  method: 'GET',
  path: '/exports/{export_name}',
  summary: 'Leads to the last file of an export',
  access: 'secured',
  capability: 'download',
  parameters: z.object({
    manifest: booleanWithDefault(false).describe(
      'Leads to what is told of the file, in its place.',
    ),
  }),
  responses: {
    303: 'To the file, by a link that is good for five minutes.',
    404: 'There is no such export that the caller may fetch, or it has no file yet.',
  },
  handle: async ({ path, parameters, caller, method }, { read, settings }) => {
    const name = path.export_name;
    const last = await read(findExportFile(caller, name));
    // That an anonymous caller may read something else says nothing of exports: who may fetch none is asked for a token.
    if (last === undefined) throw notVisibleError(caller, false, unknown);
    if (last.fileName === null) throw new NotFound('This export has not been made yet.');
    const file = parameters.manifest ? manifestFileName(last.fileName) : last.fileName;
    const link = await openExportStore(settings).createLink(`${name}/${file}`, {
      fileName: `${name}-${file}`,
      validSeconds: linkSeconds,
      method: method === 'HEAD' ? 'HEAD' : 'GET',
    });
    return withHeaders(redirectTo(link), noStoreHeaders);
  },
});
