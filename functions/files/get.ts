import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { FileRemoved } from '../../lib/files/errors.ts';
import { createFileLink } from '../../lib/files/file-link.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { noStoreHeaders, redirectTo, withHeaders } from '../../lib/http/responses/response.ts';
import { findFile } from '../../lib/queries/files/find-file.ts';

const fileNotFoundMessage = 'There is no file with this id that you may read.';
const noBytesMessage = 'The bytes of this file are not stored here.';

/** GET /files/{file_id}: redirects to the bytes of a file. The path is that of the reference platform, which has /temp_file, too. */
export const handler = createDataHandler({
  id: 'get-file',
  method: 'GET',
  path: '/files/{file_id}',
  alias: '/temp_file/{file_id}',
  summary: 'Redirects to a file of a resource instance',
  access: 'secured',
  capability: 'serve-files',
  opensFromAddressBar: true,
  parameters: z.object({}),
  responses: {
    303: 'Redirect to the bytes of the file. The link is for the method of the request, and expires after five minutes.',
    404: 'There is no file with this id that the caller may read, or its bytes are not stored.',
    410: 'The file was removed for good. Only callers who may read what names it learn that.',
  },
  handle: async function handleGetFile({ path, caller, method }, { read, settings }) {
    const { mayReadSomething, isReadable, isRemoved, file } = await read(
      findFile(caller, uuidOrNilUuid(path.file_id)),
    );
    if (!isReadable) throw notVisibleError(caller, mayReadSomething, fileNotFoundMessage);
    if (isRemoved) throw new FileRemoved();
    if (file === null) throw new NotFound(noBytesMessage);
    const link = await createFileLink(settings, file, method === 'HEAD' ? 'HEAD' : 'GET');
    return withHeaders(redirectTo(link), noStoreHeaders);
  },
});
