import * as z from 'zod';

import { uriSchema, utcTimeSchema, uuidSchema } from './common.ts';

/** The response of POST /files. */
export const uploadForm = z
  .strictObject({
    file_id: uuidSchema.describe('The id of the file, for a tile that names it.'),
    url: uriSchema.describe('Where to send the form.'),
    fields: z
      .record(z.string(), z.string())
      .describe('The fields of the form. Send all of them, unchanged, before the field `file`.'),
    expires_at: utcTimeSchema.describe('Until when the form can be sent.'),
  })
  .meta({
    id: 'UploadForm',
    description: 'A form that sends the bytes of a file, as multipart/form-data by POST.',
  });
