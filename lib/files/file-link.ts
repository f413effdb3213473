import { isShownType } from '../model/files/content-type.ts';
import { attachmentDisposition, inlineDisposition } from '../model/files/content-disposition.ts';
import type { StoredFile } from '../queries/files/find-file.ts';
import type { LinkOptions } from '../stores/link-options.ts';
import { createStoredFileLink } from '../stores/stored-file-link.ts';
import { fileLocation, type FileSettings } from './file-location.ts';

/** Long enough to follow the link, too short to pass it on. */
const linkSeconds = 300;

/**
 * Creates a temporary address of a file, which signs the headers with which the file is sent.
 * @rule Files: For how long can a link to a file be followed, and by which method?
 * @throws Error if files would be sent from the host of the service, whose cookies they could then use
 */
export async function createFileLink(
  settings: FileSettings,
  { storageKey, contentType, name }: StoredFile,
  method: LinkOptions['method'],
): Promise<string> {
  const options = {
    disposition: isShownType(contentType) ? inlineDisposition(name) : attachmentDisposition(name),
    contentType,
    validSeconds: linkSeconds,
    method,
  };
  return createStoredFileLink(fileLocation(settings), storageKey, options, { type: contentType });
}
