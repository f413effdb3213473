import { createBucketForm } from './bucket-form.ts';
import { createFolderForm } from './folder-form.ts';
import type { StoreLocation } from './stored-file-link.ts';
import type { UploadForm, UploadTerms } from './upload-form.ts';

/** Makes a form with which a client sends bytes into a store, without the service. */
export async function createStoredFileForm(
  { bucket, region, endpoint, folder, links }: StoreLocation,
  terms: UploadTerms,
): Promise<UploadForm> {
  return bucket === undefined
    ? createFolderForm(folder, links, terms)
    : createBucketForm({ bucket, region, endpoint }, terms);
}
