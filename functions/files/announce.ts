import * as descriptions from '../../lib/http/description/descriptions.ts';
import { announceFile } from '../../lib/files/announce-file.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { announcedFileSchema, readAnnouncedFile } from '../../lib/http/files/announced-file.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { jsonResponse, noStoreHeaders, withHeaders } from '../../lib/http/responses/response.ts';

/** POST /files: announces a file, and returns the form with which its bytes are sent. */
export const handler = createDataHandler({
  id: 'announce-file',
  method: 'POST',
  path: '/files',
  summary: 'Makes a form that sends a file',
  access: 'secured',
  capability: 'upload',
  parameters: indentOnlyParameters,
  requestBody: announcedFileSchema,
  responses: {
    201: {
      description: 'The id of the file, and the form that sends its bytes within ten minutes.',
      body: 'uploadForm',
      headers: ['Cache-Control', 'Location'],
    },
    400: descriptions.invalidBody,
    403: 'The caller may not write any data.',
    415: descriptions.notJson,
    429: 'The caller has announced as many files as an account may on a day, or as many bytes.',
  },
  handle: async function handleAnnounceFile({ principal, body, header }, { dataApi, settings }) {
    const { accountId } = requireAccount(principal);
    const { name, type, size } = readAnnouncedFile(body, header('content-type'));
    const { fileId, url, fields, expiresAt } = await announceFile(dataApi, settings, {
      accountId,
      name,
      contentType: type,
      byteCount: size,
    });
    const form = { file_id: fileId, url, fields, expires_at: expiresAt.toISOString() };
    return withHeaders(jsonResponse(form, 201), {
      ...noStoreHeaders,
      Location: `${settings.baseUrl}/files/${fileId}`,
    });
  },
});
