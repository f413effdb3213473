import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { openExportStore } from '../../lib/exports/open-store.ts';
import { noStore, seeDocument, withHeaders } from '../../lib/http/answers/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notVisible } from '../../lib/http/errors/not-visible.ts';
import { trueOrFalse } from '../../lib/http/parameters/parameter-types.ts';
import { manifestOf } from '../../lib/model/exports/export-format.ts';
import { exportToFetch } from '../../lib/queries/exports/fetchable-exports.ts';

/** How long a link is good: for following it, not for passing it on. */
const linkSeconds = 300;

const unknown = 'There is no export of this name that you may fetch.';

/** GET /exports/{export_name}: to the file of the last run, which stays what it is while it is fetched. */
export const handler = endpoint({
  id: 'get-export',
  method: 'GET',
  path: '/exports/{export_name}',
  summary: 'Leads to the last file of an export',
  access: 'secured',
  capability: 'download',
  parameters: z.object({
    manifest: trueOrFalse(false).describe('Leads to what is told of the file, in its place.'),
  }),
  responses: {
    303: 'To the file, by a link that is good for five minutes.',
    404: 'There is no such export that the caller may fetch, or it has no file yet.',
  },
  handle: async ({ path, parameters, caller, method }, { read, settings }) => {
    const name = path.export_name;
    const last = await read(exportToFetch(caller, name));
    // That an anonymous caller may read something else says nothing of exports: who may fetch none is asked for a token.
    if (last === undefined) throw notVisible(caller, false, unknown);
    if (last.fileName === null) throw new NotFound('This export has not been made yet.');
    const file = parameters.manifest ? manifestOf(last.fileName) : last.fileName;
    const link = await openExportStore(settings).link(`${name}/${file}`, {
      fileName: `${name}-${file}`,
      seconds: linkSeconds,
      method: method === 'HEAD' ? 'HEAD' : 'GET',
    });
    return withHeaders(seeDocument(link), noStore);
  },
});
