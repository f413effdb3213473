import { createHash } from 'node:crypto';

import type { DataApi } from '../data-api/client.ts';
import { runQuery } from '../data-api/query.ts';
import { storeBytes } from '../files/store-bytes.ts';
import { typeBytes } from '../model/files/content-type.ts';
import { derivativeKeyOf } from '../model/files/derivative.ts';
import {
  beginExamination,
  storeExamination,
  type Examination,
  type FileToExamine,
} from '../queries/files/examination.ts';
import type { FileStore } from '../stores/file-store.ts';
import { derivePicture, PictureRefused, type PictureProblem } from './derive-picture.ts';
import { isDerivable, isPictureType } from './picture-type.ts';

/** Where files are examined. */
export type ExaminationContext = {
  readonly dataApi: DataApi;
  readonly store: FileStore;
};

/**
 * What came of the examination of a file.
 * - `derived`: it has a thumbnail and a page size.
 * - `no_picture`, `too_many_bytes` and the problems of pictures: it has none, and will not get any.
 * - `no_bytes`, `changed`: the store does not have its bytes, or others than were recorded; it is examined again later.
 * - `done`: it was examined before, or that was begun too often.
 * - `unknown`: there is no such file, or its bytes are stored and its row not yet.
 */
export type ExaminationOutcome =
  | 'derived'
  | 'no_picture'
  | 'too_many_bytes'
  | PictureProblem
  | 'no_bytes'
  | 'changed'
  | 'done'
  | 'unknown';

/** The size of the largest file from which copies are made: it is in memory as a whole. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Examines a file, and makes the copies of a picture, unless that was done. It can be repeated at any time.
 * @throws errors of the database and the store
 */
export async function examineFile(
  fileId: string,
  { dataApi, store }: ExaminationContext,
): Promise<ExaminationOutcome> {
  const { isRecorded, file } = await runQuery(dataApi.write, beginExamination(fileId));
  if (file === null) return isRecorded ? 'done' : 'unknown';
  const content = isPictureType(file.contentType) ? await readPicture(file, store) : 'no_picture';
  if (content === 'no_bytes' || content === 'changed') return content;
  const { outcome, examination } =
    typeof content === 'string' ? refuse(file, content) : await derive(file, content, store);
  await dataApi.write(storeExamination(examination));
  return outcome;
}

type Result = { readonly outcome: ExaminationOutcome; readonly examination: Examination };

function refuse(
  { fileId, sha256 }: FileToExamine,
  problem: 'no_picture' | 'too_many_bytes' | PictureProblem,
): Result {
  const unknown = { width: null, height: null, hasPlace: null, derivatives: [] };
  return { outcome: problem, examination: { fileId, sha256, problem, ...unknown } };
}

/** Makes the derivatives of a picture, and stores their bytes. */
async function derive(file: FileToExamine, bytes: Buffer, store: FileStore): Promise<Result> {
  const { fileId, sha256 } = file;
  const picture = await derivePicture(bytes).catch((error: unknown) => {
    if (error instanceof PictureRefused) return error.problem;
    throw error;
  });
  if (typeof picture === 'string') return refuse(file, picture);
  const { derivatives, ...known } = picture;
  const stored = [];
  for (const { kind, bytes: content, width, height } of derivatives) {
    const storageKey = derivativeKeyOf(fileId, kind);
    const { byteCount } = await storeBytes(store, storageKey, asChunks(content));
    stored.push({ kind, storageKey, width, height, byteCount });
  }
  return {
    outcome: 'derived',
    examination: { fileId, sha256, problem: null, ...known, derivatives: stored },
  };
}

async function* asChunks(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Reads the bytes of a file, unless the first ones are not those of a picture. */
async function readPicture(
  { storageKey, sha256 }: FileToExamine,
  store: FileStore,
): Promise<Buffer | 'no_picture' | 'too_many_bytes' | 'no_bytes' | 'changed'> {
  const stream = await store.read(storageKey);
  if (stream === undefined) return 'no_bytes';
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the stream.
  for await (const chunk of stream) {
    chunks.push(chunk);
    const before = length;
    length += chunk.length;
    const hasType = before < typeBytes && length >= typeBytes;
    if (hasType && !isDerivable(Buffer.concat(chunks))) return 'no_picture';
    if (length > maxBytes) return 'too_many_bytes';
  }
  const bytes = Buffer.concat(chunks, length);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return 'changed';
  return isDerivable(bytes) ? bytes : 'no_picture';
}
