import * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isStorableText } from '../../json/storable.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import { UnsupportedMediaType } from '../errors/errors.ts';
import { mediaTypeOf } from '../request/media-type.ts';

/** What S3 copies within the time of a request. */
const maxUploadBytes = 500_000_000;

const sizeMessage = `must be the number of bytes, from 1 to ${maxUploadBytes}.`;

/** The request body of POST /files. */
export const announcedFileSchema = z
  .strictObject({
    name: z
      .string({ error: 'must be the name of the file.' })
      .refine(
        isFileName,
        'must be the name of a file: without a path, and without hidden characters.',
      )
      .max(150, { error: 'must have at most 150 characters.' })
      .describe('The name under which browsers save it, such as `mill.jpg`.'),
    type: z
      .string({ error: 'must be a media type such as image/jpeg.' })
      .regex(/^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i, {
        error: 'must be a media type such as image/jpeg.',
      })
      .toLowerCase()
      .describe(
        'Its media type. The first bytes must agree; `application/octet-stream` agrees with all.',
      ),
    size: z
      .preprocess(
        (value) => (isLosslessNumber(value) ? Number(value.rawJSON) : value),
        z
          .int({ error: sizeMessage })
          .min(1, { error: sizeMessage })
          .max(maxUploadBytes, { error: sizeMessage }),
      )
      .describe('Its number of bytes.'),
  })
  .meta({ id: 'AnnouncedFile', description: 'A file to be uploaded.' });

/** Control characters and those that are not seen, or that systems take for a path. */
function isFileName(name: string): boolean {
  return (
    isStorableText(name) &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/u.test(name) &&
    !/^[.\s]*$/.test(name)
  );
}

/**
 * Reads the body of POST /files.
 * @throws UnsupportedMediaType, MalformedDocument; InvalidInput listing everything that is wrong
 */
export function readAnnouncedFile(
  body: string | undefined,
  contentType: string | undefined,
): z.output<typeof announcedFileSchema> {
  if (mediaTypeOf(contentType) !== 'application/json')
    throw new UnsupportedMediaType(['application/json']);
  const parsed = announcedFileSchema.safeParse(parseJsonBody(body));
  if (parsed.success) return parsed.data;
  throw new InvalidInput(
    parsed.error.issues.map(({ path, message }) => ({
      in: 'body',
      pointer: jsonPointer(path),
      code: 'invalid',
      detail: `${path.map(String).join('.') || 'The file'}: ${message}`,
    })),
  );
}
