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
  const location = toLocation(settings);
  const origin = storeOrigin(location);
  if (origin !== undefined && new URL(origin).hostname === new URL(settings.baseUrl).hostname)
    throw new Error('Files need another host than that of HDS_BASE_URL.');
  return location;
}

/** The origins from which these files are sent; none if the files of a folder are not served. */
export function fileOrigins(settings: FileSettings): readonly string[] {
  const origin = storeOrigin(toLocation(settings));
  return origin === undefined ? [] : [origin];
}

function toLocation({
  fileBucket: bucket,
  fileFolder: folder,
  fileLinks: links,
  s3Endpoint: endpoint,
  region,
}: FileSettings): StoreLocation {
  return { bucket, region, endpoint, folder, links };
}
