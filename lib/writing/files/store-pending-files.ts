import { storageKeyOf, pendingKeyOf } from '../../files/store-bytes.ts';
import { safeFileName } from '../../model/files/content-disposition.ts';
import { agreesWithType, detectContentType, typeBytes } from '../../model/files/content-type.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { NewStoredFile } from '../../model/files/stored-file.ts';
import type { PendingFile } from '../../queries/files/named-files.ts';
import { BytesChanged, type SentBytes, type UploadStore } from '../../stores/upload-store.ts';
import { UnprocessableDocument } from '../errors.ts';

/** Bytes that were sent for an announced file, and are of the type that was announced. */
type CheckedFile = { readonly pending: PendingFile; readonly sent: SentBytes };

/**
 * Checks the bytes of announced files, as a write does that first names them.
 * @rule Files: What is checked before an uploaded file is stored?
 * @throws UnprocessableDocument listing the files whose bytes are missing or of another type
 */
export async function checkPendingFiles(
  store: Pick<UploadStore, 'readFirst'>,
  pendingFiles: readonly PendingFile[],
): Promise<readonly CheckedFile[]> {
  const results = await Promise.all(pendingFiles.map((pending) => checkFile(store, pending)));
  const problems = results.flatMap((result) => ('problem' in result ? [result.problem] : []));
  if (problems.length > 0) throw new UnprocessableDocument(problems);
  return results.flatMap((result) => ('problem' in result ? [] : [result]));
}

/**
 * Copies the bytes of announced files to where those of stored files are. If the write that names them fails, the copies stay without a row; the
 * same write finds them when it is sent again.
 * @throws UnprocessableDocument as `checkPendingFiles`, and if bytes were replaced since they were checked
 */
export async function storePendingFiles(
  store: UploadStore,
  pendingFiles: readonly PendingFile[],
): Promise<readonly NewStoredFile[]> {
  const checked = await checkPendingFiles(store, pendingFiles);
  return Promise.all(checked.map((file) => copyFile(store, file)));
}

async function checkFile(
  store: Pick<UploadStore, 'readFirst'>,
  pending: PendingFile,
): Promise<CheckedFile | { readonly problem: DocumentProblem }> {
  const { fileId, contentType } = pending;
  const sent = await store.readFirst(pendingKeyOf(fileId), typeBytes);
  if (sent === undefined) {
    const message = `The bytes of the file ${fileId} have not come. Send them to its form; if it has expired, send POST /files again.`;
    return { problem: { code: 'missing_bytes', pointer: '', message } };
  }
  if (!agreesWithType(sent.first, contentType)) {
    const message = `The bytes of the file ${fileId} are not of the type ${contentType}. Send POST /files again with their type.`;
    return { problem: { code: 'other_file_type', pointer: '', message } };
  }
  return { pending, sent };
}

async function copyFile(
  store: UploadStore,
  { pending: { fileId, name, contentType }, sent }: CheckedFile,
): Promise<NewStoredFile> {
  const storageKey = storageKeyOf(fileId);
  const kept = await store
    .copyVersion(pendingKeyOf(fileId), storageKey, sent.etag)
    .catch((error: unknown) => {
      if (!(error instanceof BytesChanged)) throw error;
      const message = `The bytes of the file ${fileId} were replaced while they were stored. Send POST /files again, and the bytes once.`;
      throw new UnprocessableDocument([{ code: 'file_changed', pointer: '', message }]);
    });
  return {
    fileId,
    storageKey,
    contentType: detectContentType(sent.first, contentType),
    ...kept,
    name: safeFileName(name),
  };
}
