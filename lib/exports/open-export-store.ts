import { exportContent } from '../model/exports/export-format.ts';
import type { Settings } from '../settings.ts';
import { createBucketStore } from '../stores/bucket-store.ts';
import { createFolderStore } from '../stores/folder-store.ts';
import type { FileStore } from '../stores/file-store.ts';

/** Opens the bucket of the settings; without one, the local folder. */
export function openExportStore(
  settings: Pick<Settings, 'exportBucket' | 'exportFolder' | 's3Endpoint' | 'region'>,
): FileStore {
  const { exportBucket: bucket, exportFolder: folder, s3Endpoint, region } = settings;
  return bucket === undefined
    ? createFolderStore({ folder })
    : createBucketStore({ bucket, region, endpoint: s3Endpoint, contentOf: exportContent });
}
