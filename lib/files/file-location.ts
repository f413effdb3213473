import type { Settings } from '../settings.ts';
import { storeOrigin, type StoreLocation } from '../stores/stored-file-link.ts';

/** The settings that say where the files that tiles name are, and where the service is. */
export type FileSettings = Pick<
  Settings,
  'fileBucket' | 'fileFolder' | 'fileLinks' | 's3Endpoint' | 'region' | 'baseUrl'
>;

/**
 * Where the files that tiles name are.
 * @throws Error if files would be sent from the host of the service, whose cookies they could then use
 */
export function fileLocation(settings: FileSettings): StoreLocation {
  const { fileBucket: bucket, fileFolder: folder, fileLinks: links } = settings;
  const { s3Endpoint: endpoint, region, baseUrl } = settings;
  const location = { bucket, region, endpoint, folder, links };
  const origin = storeOrigin(location);
  if (origin !== undefined && new URL(origin).hostname === new URL(baseUrl).hostname)
    throw new Error('Files need another host than that of HDS_BASE_URL.');
  return location;
}
