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

/** The request body of POST /images, as mobile clients send it. */
export const imageForm = z
  .object({
    tileid: uuidSchema.describe('The tile that names the file.'),
    nodeid: uuidSchema.describe('The node whose value names it.'),
    file_id: uuidSchema.describe('The id that it has there.'),
    file_name: z.string().optional().describe('The name under which browsers save it.'),
    content_type: z
      .string()
      .optional()
      .describe('Its media type; without it, that of the part `data`. The first bytes must agree.'),
    data: z.string().meta({ format: 'binary' }).describe('The file.'),
  })
  .meta({ id: 'ImageForm', description: 'The bytes of a file, and the tile that names it.' });
