import { UnsupportedMediaType } from '../errors/errors.ts';

/** The media type of a form that is encoded as a query is. */
export const urlEncodedForm = 'application/x-www-form-urlencoded';

/** The media type of a form in parts (RFC 7578). */
export const multipartForm = 'multipart/form-data';

/** The media types in which every form may come. */
export const formMediaTypes: readonly string[] = [urlEncodedForm, multipartForm];

/** The media type of a body, in lower case and without parameters; empty where none was sent. */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Whether a body is a form, of an operation that takes JSON too. Text without a type of its own, as some clients send it, is taken for
 * JSON.
 * @throws UnsupportedMediaType where it is neither
 */
export function isForm(contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType);
  if (formMediaTypes.includes(mediaType)) return true;
  if (/^(|text\/plain|application\/(.+\+)?json)$/.test(mediaType)) return false;
  throw new UnsupportedMediaType(['application/json', ...formMediaTypes]);
}
