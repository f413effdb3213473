import { createBucketStore } from '../stores/bucket-store.ts';
import { createFolderStore } from '../stores/folder-store.ts';
import type { FileStore } from '../stores/file-store.ts';
import type { FileStoreSettings } from './open-upload-store.ts';

/** Opens the bucket of the files that tiles name; without one, the local folder. */
export function openFileStore(settings: FileStoreSettings): FileStore {
  const { fileBucket: bucket, fileFolder: folder, s3Endpoint: endpoint, region } = settings;
  return bucket === undefined
    ? createFolderStore({ folder })
    : createBucketStore({ bucket, region, endpoint });
}
