import type { Settings } from '../settings.ts';
import { createBucketLink, type LinkOptions } from './bucket-link.ts';
import { readLinkSecret, signLink } from './signed-link.ts';

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
  const {
    exportBucket: bucket,
    exportFolder,
    exportLinks,
    s3Endpoint: endpoint,
    region,
  } = settings;
  if (bucket !== undefined) return createBucketLink({ bucket, region, endpoint }, key, options);
  if (exportLinks === undefined)
    throw new Error('Set HDS_EXPORT_LINKS: files of exports have no address without it.');
  const { fileName, validSeconds } = options;
  const expires = Math.ceil(Date.now() / 1000) + validSeconds;
  return signLink(exportLinks, { key, fileName, expires }, await readLinkSecret(exportFolder));
}
