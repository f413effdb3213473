import type { Settings } from '../settings.ts';
import { createBucketUploadStore } from '../stores/bucket-upload-store.ts';
import { createFolderUploadStore } from '../stores/folder-upload-store.ts';
import type { UploadStore } from '../stores/upload-store.ts';

/** The settings of the store of files. */
export type FileStoreSettings = Pick<
  Settings,
  'fileBucket' | 'fileFolder' | 's3Endpoint' | 'region'
>;

/** Opens the bucket of files for the uploads of clients; without one, the local folder. */
export function openUploadStore({
  fileBucket: bucket,
  fileFolder: folder,
  s3Endpoint: endpoint,
  region,
}: FileStoreSettings): UploadStore {
  return bucket === undefined
    ? createFolderUploadStore(folder)
    : createBucketUploadStore({ bucket, region, endpoint });
}
