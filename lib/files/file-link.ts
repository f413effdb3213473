import { isShownType } from '../model/files/content-type.ts';
import { attachmentDisposition, inlineDisposition } from '../model/files/content-disposition.ts';
import type { StoredFile } from '../queries/files/find-file.ts';
import type { Settings } from '../settings.ts';
import type { LinkOptions } from '../stores/link-options.ts';
import { createStoredFileLink } from '../stores/stored-file-link.ts';

/** Long enough to follow the link, too short to pass it on. */
const linkSeconds = 300;

/**
 * Creates a temporary address of a file, which signs the headers with which the file is sent.
 * @rule Files: For how long can a link to a file be followed, and by which method?
 * @throws Error if files would be sent from the host of the service, whose cookies they could then use
 */
export async function createFileLink(
  settings: Pick<
    Settings,
    'fileBucket' | 'fileFolder' | 'fileLinks' | 's3Endpoint' | 'region' | 'baseUrl'
  >,
  { storageKey, contentType, name }: StoredFile,
  method: LinkOptions['method'],
): Promise<string> {
  const { fileBucket: bucket, fileFolder: folder, fileLinks: links } = settings;
  const { s3Endpoint: endpoint, region, baseUrl } = settings;
  const options = {
    disposition: isShownType(contentType) ? inlineDisposition(name) : attachmentDisposition(name),
    contentType,
    validSeconds: linkSeconds,
    method,
  };
  const location = { bucket, region, endpoint, folder, links };
  const link = await createStoredFileLink(location, storageKey, options, { type: contentType });
  if (new URL(link).hostname === new URL(baseUrl).hostname)
    throw new Error('Files need another host than that of HDS_BASE_URL.');
  return link;
}
