import { inlineDisposition } from '../model/files/content-disposition.ts';
import type { LinkOptions } from '../stores/link-options.ts';
import { createStoredFileLink } from '../stores/stored-file-link.ts';
import { fileLocation, type FileSettings } from './file-location.ts';

/** Links that are made within the same period are equal, so that browsers show a picture that they have kept. */
const periodMilliseconds = 300_000;

/** A link is valid for this time from the beginning of its period on: for ten minutes at least. */
const linkSeconds = 900;

/** The media type of derivatives. */
const contentType = 'image/jpeg';

/**
 * Creates a temporary address of a derivative of a picture, which browsers may keep.
 * @rule Files: For how long can the copy of a picture be read, and when do two pages name it by the same link?
 * @param storageKey that of the derivative
 * @param now the time of the request
 * @throws Error like `fileLocation`, and if the pictures of a folder are not served
 */
export async function createPictureLink(
  settings: FileSettings,
  storageKey: string,
  { method = 'GET', now = new Date() }: { method?: LinkOptions['method']; now?: Date } = {},
): Promise<string> {
  const options = {
    disposition: inlineDisposition('picture.jpg'),
    contentType,
    cacheControl: `private, max-age=${linkSeconds}, immutable`,
    validSeconds: linkSeconds,
    signedAt: new Date(now.getTime() - (now.getTime() % periodMilliseconds)),
    method,
  };
  return createStoredFileLink(fileLocation(settings), storageKey, options, { type: contentType });
}
