import { createHash } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import { FileRemoved } from '../../files/errors.ts';
import { storageKeyOf } from '../../files/store-bytes.ts';
import { openUploadStore, type FileStoreSettings } from '../../files/open-upload-store.ts';
import { safeFileName } from '../../model/files/content-disposition.ts';
import { agreesWithType, detectContentType, typeBytes } from '../../model/files/content-type.ts';
import {
  addStoredFile,
  findImageTarget,
  type FileOfTile,
} from '../../queries/files/image-target.ts';
import { BytesChanged } from '../../stores/upload-store.ts';
import { Conflict, UnprocessableDocument } from '../errors.ts';

/** The bytes of a file that a tile names. */
export type ImageToStore = FileOfTile & {
  readonly name: string;
  /** The media type that the client states. */
  readonly contentType: string;
  readonly content: Uint8Array<ArrayBuffer>;
};

/**
 * Stores the bytes of a file that a tile names already, as mobile clients send them after the tile. The same bytes can be sent again.
 * @throws NotFound if no tile names the file that the account may edit, FileRemoved, UnprocessableDocument if the bytes are of another type, Conflict if the
 * file has other bytes
 */
export async function storeImage(
  dataApi: DataApi,
  settings: FileStoreSettings,
  accountId: number,
  image: ImageToStore,
): Promise<void> {
  const { fileId, content, contentType, name } = image;
  const { mayEdit, isRemoved, storedSha256 } = await runQuery(
    dataApi.read,
    findImageTarget(accountId, image),
  );
  if (!mayEdit) throw new NotFound('No tile that you may edit names this file in this node.');
  if (isRemoved) throw new FileRemoved();
  const first = content.subarray(0, typeBytes);
  if (!agreesWithType(first, contentType)) throw createTypeError(image);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (storedSha256 === sha256) return;
  if (storedSha256 !== null) throw createConflict(fileId);
  const storageKey = storageKeyOf(fileId);
  const kept = await openUploadStore(settings)
    .putNew(storageKey, content)
    .catch((error: unknown) => {
      throw error instanceof BytesChanged ? createConflict(fileId) : error;
    });
  const type = detectContentType(first, contentType);
  const file = { fileId, storageKey, contentType: type, ...kept, name: safeFileName(name) };
  await dataApi.write(addStoredFile(file));
}

const createConflict = (fileId: string): Conflict =>
  new Conflict(
    `The file ${fileId} has other bytes already. Upload these with POST /files, and name their id in the tile.`,
  );

const createTypeError = ({ fileId, contentType }: ImageToStore): UnprocessableDocument =>
  new UnprocessableDocument([
    {
      code: 'other_file_type',
      pointer: '',
      message: `The bytes of the file ${fileId} are not of the type ${contentType}. Send them with their type.`,
    },
  ]);
