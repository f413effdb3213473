import type { Settings } from '../settings.ts';
import { storeOrigin, type StoreLocation } from '../stores/stored-file-link.ts';

/** The settings that say where the files that tiles name are, and where the service is. */
export type FileSettings = StoreSettings & Pick<Settings, 'baseUrl'>;

/** The settings that say where the files that tiles name are. */
type StoreSettings = Pick<
  Settings,
  'fileBucket' | 'fileFolder' | 'fileLinks' | 's3Endpoint' | 'region'
>;

/**
 * Where the files that tiles name are.
 * @throws Error if files would be sent from the host of the service, whose cookies they could then use
 */
export function fileLocation(settings: FileSettings): StoreLocation {
  const location = storeLocation(settings);
  const origin = storeOrigin(location);
  if (origin !== undefined && new URL(origin).hostname === new URL(settings.baseUrl).hostname)
    throw new Error('Files need another host than that of HDS_BASE_URL.');
  return location;
}

/** The origins from which these files are sent; none if the files of a folder are not served. */
export function fileOrigins(settings: FileSettings): readonly string[] {
  const origin = storeOrigin(storeLocation(settings));
  return origin === undefined ? [] : [origin];
}

/** Where these files are stored, without a check of the host. */
export function storeLocation({
  fileBucket: bucket,
  fileFolder: folder,
  fileLinks: links,
  s3Endpoint: endpoint,
  region,
}: StoreSettings): StoreLocation {
  return { bucket, region, endpoint, folder, links };
}
