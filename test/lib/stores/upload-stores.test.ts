import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBucketUploadStore } from '../../../lib/stores/bucket-upload-store.ts';
import { createFolderUploadStore } from '../../../lib/stores/folder-upload-store.ts';
import { BytesChanged, type UploadStore } from '../../../lib/stores/upload-store.ts';
import { openMoto } from '../../support/moto.ts';

const moto = await openMoto();
const folder = await mkdtemp(path.join(tmpdir(), 'heritage-uploads-'));
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

beforeAll(async () => {
  if (moto === undefined) return;
  const client = new S3Client({
    region: 'eu-west-1',
    endpoint: moto.url,
    credentials,
    forcePathStyle: true,
  });
  await client.send(
    new CreateBucketCommand({
      Bucket: 'files',
      CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
    }),
  );
});

afterAll(async () => {
  await moto?.close();
  await rm(folder, { recursive: true });
});

const stores: readonly (readonly [string, UploadStore | undefined])[] = [
  ['a folder', createFolderUploadStore(folder)],
  [
    'a bucket (skipped without moto_server)',
    moto &&
      createBucketUploadStore({
        bucket: 'files',
        region: 'eu-west-1',
        endpoint: moto.url,
        credentials,
      }),
  ],
];

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const first = Buffer.from('the first bytes');
const other = Buffer.from('the other bytes');

const describeStores = describe.each(
  stores.flatMap(([name, store]) => (store === undefined ? [] : [[name, store] as const])),
);

describeStores('a store of uploads in %s', (_name, store) => {
  const readTag = async (key: string): Promise<string> =>
    (await store.readFirst(key, 4))?.etag ?? '';

  it('tells the first bytes, the size and the version of what was sent', async () => {
    await store.putNew('pending/first', first);
    expect(await store.readFirst('pending/first', 4)).toEqual({
      etag: expect.stringMatching(/./),
      byteCount: first.length,
      first: Uint8Array.from(first.subarray(0, 4)),
    });
    expect((await store.readFirst('pending/first', 4096))?.first).toEqual(Uint8Array.from(first));
  });

  it('tells that nothing was sent', async () => {
    expect(await store.readFirst('pending/missing', 4)).toBeUndefined();
  });

  it('copies one version, and finds the copy if it is copied again', async () => {
    await store.putNew('pending/copied', first);
    const tag = await readTag('pending/copied');
    const kept = { byteCount: first.length, sha256: sha256(first) };
    expect(await store.copyVersion('pending/copied', 'files/copied', tag)).toEqual(kept);
    expect(await store.copyVersion('pending/copied', 'files/copied', tag)).toEqual(kept);
  });

  it('does not copy a version that was replaced', async () => {
    await store.putNew('pending/replaced', first);
    await store.putNew('pending/former', other);
    const tag = await readTag('pending/former');
    await expect(store.copyVersion('pending/replaced', 'files/replaced', tag)).rejects.toThrow(
      BytesChanged,
    );
  });

  it('does not copy a version that is gone', async () => {
    await store.putNew('pending/here', first);
    const tag = await readTag('pending/here');
    await expect(store.copyVersion('pending/gone', 'files/gone', tag)).rejects.toThrow(
      BytesChanged,
    );
    expect(await store.readFirst('files/gone', 4)).toBeUndefined();
  });

  it('never replaces what is stored', async () => {
    await store.putNew('files/stored', first);
    await store.putNew('pending/other', other);
    const tag = await readTag('pending/other');
    await expect(store.copyVersion('pending/other', 'files/stored', tag)).rejects.toThrow(
      BytesChanged,
    );
    await expect(store.putNew('files/stored', other)).rejects.toThrow(BytesChanged);
    expect((await store.readFirst('files/stored', 4096))?.first).toEqual(Uint8Array.from(first));
  });

  it('takes the same bytes twice', async () => {
    await store.putNew('files/twice', first);
    expect(await store.putNew('files/twice', first)).toEqual({
      byteCount: first.length,
      sha256: sha256(first),
    });
  });
});
