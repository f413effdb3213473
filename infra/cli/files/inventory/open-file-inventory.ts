import type { Settings } from '../../../../lib/settings.ts';
import { createBucketInventory } from './bucket-inventory.ts';
import type { FileInventory } from './file-inventory.ts';
import { createFolderInventory } from './folder-inventory.ts';

/** Opens the bucket of the files that tiles name; without one, the local folder. */
export function openFileInventory(
  settings: Pick<Settings, 'fileBucket' | 'fileFolder' | 's3Endpoint' | 'region'>,
): FileInventory {
  const { fileBucket: bucket, fileFolder: folder, s3Endpoint: endpoint, region } = settings;
  return bucket === undefined
    ? createFolderInventory(folder)
    : createBucketInventory({ bucket, region, endpoint });
}
