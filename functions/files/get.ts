import * as z from 'zod';

import { NotFound } from '../../lib/errors.ts';
import { FileRemoved } from '../../lib/files/errors.ts';
import { createFileLink } from '../../lib/files/file-link.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { notVisibleError, uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { noStoreHeaders, redirectTo, withHeaders } from '../../lib/http/responses/response.ts';
import { derivativeName, derivativeType } from '../../lib/model/files/derivative.ts';
import { findFile, type FileLookup, type StoredFile } from '../../lib/queries/files/find-file.ts';

const fileNotFoundMessage = 'There is no file with this id that you may read.';
const noBytesMessage = 'The bytes of this file are not stored here.';
const closedPlaceMessage =
  'The original of this file is not given, because it may say where its record is, which you may not read. There is no copy without the place.';

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
    303: 'Redirect to the bytes of the file, or, if its original is not given because of its place, to its largest copy. The link is for the method of the request, and expires after five minutes.',
    404: 'There is no file with this id that the caller may read, its bytes are not stored, or its original is not given and there is no copy.',
    410: 'The file was removed for good. Only callers who may read what names it learn that.',
  },
  handle: async function handleGetFile({ path, caller, method }, { read, settings }) {
    const lookup = await read(findFile(caller, uuidOrNilUuid(path.file_id)));
    if (!lookup.isReadable)
      throw notVisibleError(caller, lookup.mayReadSomething, fileNotFoundMessage);
    if (lookup.isRemoved) throw new FileRemoved();
    const file = chooseFile(lookup);
    const link = await createFileLink(settings, file, method === 'HEAD' ? 'HEAD' : 'GET');
    return withHeaders(redirectTo(link), noStoreHeaders);
  },
});

/**
 * Chooses the original of a file, or its largest copy, which has no place.
 * @rule Files: Who gets the original of a file whose metadata has a place?
 * @throws NotFound if the caller may have neither
 */
function chooseFile({ original, isOriginalReadable, pageKey }: FileLookup): StoredFile {
  if (original === null) throw new NotFound(noBytesMessage);
  if (isOriginalReadable) return original;
  if (pageKey === null) throw new NotFound(closedPlaceMessage);
  return {
    storageKey: pageKey,
    contentType: derivativeType,
    name: derivativeName(original.name),
  };
}
