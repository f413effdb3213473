import { exportContent } from '../model/exports/export-format.ts';
import type { Settings } from '../settings.ts';
import type { LinkOptions } from '../stores/link-options.ts';
import { createStoredFileLink } from '../stores/stored-file-link.ts';

/**
 * Creates a temporary address of the file of an export.
 * @param key the key of the file in the store
 */
export async function createExportLink(
  settings: Pick<
    Settings,
    'exportBucket' | 'exportFolder' | 'exportLinks' | 's3Endpoint' | 'region'
  >,
  key: string,
  options: LinkOptions,
): Promise<string> {
  const { exportBucket: bucket, exportFolder: folder, exportLinks: links } = settings;
  const { s3Endpoint: endpoint, region } = settings;
  const location = { bucket, region, endpoint, folder, links };
  return createStoredFileLink(location, key, options, exportContent(key));
}
