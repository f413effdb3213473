import { UnsupportedMediaType } from '../errors/errors.ts';

export const urlEncodedForm = 'application/x-www-form-urlencoded';

export const multipartForm = 'multipart/form-data';

/** The media types of forms. */
export const formMediaTypes: readonly string[] = [urlEncodedForm, multipartForm];

/**
 * Returns the media type of a body in lower case without parameters; empty if there is none.
 * @rule Requests: Which media types may a body have?
 */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Whether a body is a form, for operations that also read JSON. A missing media type and text/plain count as JSON, because some clients
 * send JSON that way.
 * @throws UnsupportedMediaType for other media types
 */
export function isForm(contentType: string | undefined): boolean {
  const mediaType = mediaTypeOf(contentType);
  if (formMediaTypes.includes(mediaType)) return true;
  if (/^(|text\/plain|application\/(.+\+)?json)$/.test(mediaType)) return false;
  throw new UnsupportedMediaType(['application/json', ...formMediaTypes]);
}
