import type { Settings } from '../settings.ts';
import { createFolderStore } from './folder-store.ts';
import type { ExportStore } from './export-store.ts';

/** Opens the bucket of the settings; without one, the local folder. */
export async function openExportStore(
  settings: Pick<Settings, 'exportBucket' | 'exportFolder' | 's3Endpoint' | 'region'>,
): Promise<ExportStore> {
  const { exportBucket: bucket, exportFolder, s3Endpoint, region } = settings;
  if (bucket === undefined) return createFolderStore({ folder: exportFolder });
  // The client of S3 takes longer to load than the rest of a function.
  const { createBucketStore } = await import('./bucket-store.ts');
  return createBucketStore({ bucket, region, endpoint: s3Endpoint });
}
