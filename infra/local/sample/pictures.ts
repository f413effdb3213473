import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { int, sql, text, uuid } from '../../../lib/data-api/sql.ts';
import { storageKeyOf, storeBytes } from '../../../lib/files/store-bytes.ts';
import type { FileStore } from '../../../lib/stores/file-store.ts';
import { recordStoredFile } from '../../cli/import/files/queries/stored-files.ts';

const pictureSchema = z
  .object({ fileId: z.guid(), name: z.string(), width: z.int(), height: z.int() })
  .readonly();

/** A picture of the sample, and its pixels. */
type SamplePicture = z.output<typeof pictureSchema>;

/** The longest edge of thumbnails in the folder of the sample. */
const thumbnailEdge = 400;

/** A file of the folder of the sample, and its key in a store. */
type SampleFile = { readonly key: string; readonly bytes: Buffer };

type PictureFiles = Readonly<Record<'original' | 'thumbnail' | 'page', SampleFile>>;

async function readPictures(): Promise<
  readonly { readonly picture: SamplePicture; readonly files: PictureFiles }[]
> {
  const list: unknown = JSON.parse(
    await readFile(new URL('pictures.json', import.meta.url), 'utf8'),
  );
  return Promise.all(
    z
      .array(pictureSchema)
      .parse(list)
      .map(async (picture) => ({ picture, files: await readFiles(picture) })),
  );
}

/** The largest copy is the picture itself, which is a JPEG without a place that is small enough. */
async function readFiles({ fileId, name }: SamplePicture): Promise<PictureFiles> {
  const [original, thumbnail] = await Promise.all(
    ['pictures', 'thumbnails'].map((folder) =>
      readFile(new URL(`${folder}/${name}`, import.meta.url)),
    ),
  );
  if (original === undefined || thumbnail === undefined) throw new Error(`${name} is missing.`);
  const keyOf = (kind: string): string => `derived/${fileId}/${kind}.jpg`;
  return {
    original: { key: storageKeyOf(fileId), bytes: original },
    thumbnail: { key: keyOf('thumbnail'), bytes: thumbnail },
    page: { key: keyOf('page'), bytes: original },
  };
}

/** Records the pictures of the sample and their copies in a database. Their bytes are stored apart, because a database can be copied. */
export async function addSamplePictures(dataApi: DataApi): Promise<void> {
  for (const { picture, files } of await readPictures()) {
    const { fileId, name, width, height } = picture;
    const { key, bytes } = files.original;
    await dataApi.write(
      recordStoredFile({
        fileId,
        storageKey: key,
        contentType: 'image/jpeg',
        byteCount: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        name,
      }),
    );
    await dataApi.write(sql`update file
set width = ${int(width)}, height = ${int(height)}, has_place = false, examined_at = clock_timestamp()
where file_id = ${uuid(fileId)}`);
    const scale = thumbnailEdge / Math.max(width, height);
    await addCopy(dataApi, fileId, 'page', { ...files.page, width, height });
    await addCopy(dataApi, fileId, 'thumbnail', {
      ...files.thumbnail,
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    });
  }
}

async function addCopy(
  dataApi: DataApi,
  fileId: string,
  kind: 'thumbnail' | 'page',
  { key, bytes, width, height }: SampleFile & Pick<SamplePicture, 'width' | 'height'>,
): Promise<void> {
  await dataApi.write(sql`insert into file_derivative (file_id, kind, storage_key, width, height, byte_count)
values (${uuid(fileId)}, ${text(kind)}, ${text(key)}, ${int(width)}, ${int(height)}, ${int(bytes.length)})
on conflict do nothing`);
}

/** Stores the bytes of the pictures of the sample and their copies, unless they are stored. */
export async function storeSamplePictures(store: FileStore): Promise<void> {
  for (const { files } of await readPictures()) {
    for (const { key, bytes } of Object.values(files)) {
      const stored = await store.read(key);
      if (stored === undefined) await storeBytes(store, key, inOneChunk(bytes));
      else stored.destroy();
    }
  }
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
