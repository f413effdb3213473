import { randomUUID } from 'node:crypto';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { NotAllowed } from '../errors.ts';
import {
  addPendingFile,
  mayWriteSomething,
  type NewPendingFile,
} from '../queries/files/pending-files.ts';
import type { Settings } from '../settings.ts';
import { createStoredFileForm } from '../stores/stored-file-form.ts';
import type { UploadForm } from '../stores/upload-form.ts';
import { UploadQuotaUsed } from './errors.ts';
import { storeLocation } from './file-location.ts';
import { pendingKeyOf } from './store-bytes.ts';
import type { FileStoreSettings } from './open-upload-store.ts';

/** Long enough to begin to send a file, too short to pass the form on. */
const formSeconds = 600;

/** An announced file, and the form that sends it. */
export type FileAnnouncement = UploadForm & { readonly fileId: string; readonly expiresAt: Date };

/**
 * Announces a file: gives it an id, and makes the form with which its account sends the bytes. Nobody else may name the id in a tile.
 * @rule Files: For how long can the form of a file be sent, and what does it accept?
 * @throws NotAllowed if the account may write nothing, UploadQuotaUsed
 */
export async function announceFile(
  dataApi: DataApi,
  settings: FileStoreSettings & Pick<Settings, 'fileLinks' | 'uploadFiles' | 'uploadMegabytes'>,
  announced: Omit<NewPendingFile, 'fileId'>,
): Promise<FileAnnouncement> {
  const fileId = randomUUID();
  const { uploadFiles, uploadMegabytes } = settings;
  const quota = { files: uploadFiles, bytes: uploadMegabytes * 1_000_000 };
  if (!(await runQuery(dataApi.read, mayWriteSomething(announced.accountId))))
    throw new NotAllowed('You may not write any data, so no files either.');
  const addition = await runQuery(dataApi.write, addPendingFile({ ...announced, fileId }, quota));
  if (!addition.isAdded) throw new UploadQuotaUsed(addition.secondsLeft);
  const expiresAt = new Date(Date.now() + formSeconds * 1000);
  const { contentType, byteCount } = announced;
  const key = pendingKeyOf(fileId);
  const terms = { key, contentType, byteCount, validSeconds: formSeconds };
  const form = await createStoredFileForm(storeLocation(settings), terms);
  return { ...form, fileId, expiresAt };
}
