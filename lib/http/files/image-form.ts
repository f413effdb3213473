import { InvalidInput } from '../../errors.ts';
import { unknownType } from '../../model/files/content-type.ts';
import { isUuid } from '../../model/ids.ts';
import type { ImageToStore } from '../../writing/files/store-image.ts';
import { MalformedForm, RequestTooLarge, UnsupportedMediaType } from '../errors/errors.ts';
import { refuseDryRunFields } from '../parameters/dry-run.ts';
import { mediaTypeOf, multipartForm } from '../request/media-type.ts';
import { maxBodyBytes } from '../request/request-body.ts';

/** The fields that are read. Mobile clients send all members of the document of a photo. */
const idFields = ['tileid', 'nodeid', 'file_id'] as const;

const fileHint = ' Send POST /files for larger files, and the file to the form in the answer.';

/**
 * Reads the form of POST /images.
 * @throws UnsupportedMediaType, RequestTooLarge, MalformedForm; InvalidInput listing everything that is wrong
 */
export async function readImageForm(
  bytes: Buffer | undefined,
  contentType = '',
): Promise<ImageToStore> {
  if (mediaTypeOf(contentType) !== multipartForm) throw new UnsupportedMediaType([multipartForm]);
  if (bytes !== undefined && bytes.length > maxBodyBytes) throw new RequestTooLarge(fileHint);
  const form = await parseForm(bytes, contentType);
  refuseDryRunFields(form.keys());
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const data = form.get('data');
  const invalidIds = idFields.filter((name) => !isUuid(text(name)));
  if (!(data instanceof File) || data.size === 0 || invalidIds.length > 0)
    throw new InvalidInput([
      ...invalidIds.map((name) => fieldError(name, 'must be a UUID.')),
      ...(data instanceof File && data.size > 0 ? [] : [fieldError('data', 'must be a file.')]),
    ]);
  return {
    tileId: text('tileid').toLowerCase(),
    nodeId: text('nodeid').toLowerCase(),
    fileId: text('file_id').toLowerCase(),
    name: text('file_name'),
    contentType: mediaTypeOf(text('content_type') || data.type) || unknownType,
    content: new Uint8Array(await data.arrayBuffer()),
  };
}

const fieldError = (name: string, message: string) =>
  ({ in: 'body', pointer: `/${name}`, code: 'invalid', detail: `${name}: ${message}` }) as const;

async function parseForm(bytes: Buffer | undefined, contentType: string): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(Uint8Array.from(bytes ?? []), { headers }).formData();
  } catch {
    throw new MalformedForm(
      'The body is not valid multipart/form-data with the boundary in Content-Type.',
    );
  }
}
