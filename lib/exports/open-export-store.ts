import type { Settings } from '../settings.ts';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';
import type { ExportStore } from './export-store.ts';

/** Opens the bucket of the settings; without one, the local folder. */
export function openExportStore(
  settings: Pick<Settings, 'exportBucket' | 'exportFolder' | 's3Endpoint' | 'region'>,
): ExportStore {
  const { exportBucket: bucket, exportFolder: folder, s3Endpoint, region } = settings;
  return bucket === undefined
    ? createFolderStore({ folder })
    : createBucketStore({ bucket, region, endpoint: s3Endpoint });
}
