import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';

import { createBucketInventory } from '../../../../infra/cli/files/inventory/bucket-inventory.ts';
import type { FileInventory } from '../../../../infra/cli/files/inventory/file-inventory.ts';
import { createFolderInventory } from '../../../../infra/cli/files/inventory/folder-inventory.ts';
import { createBucketStore } from '../../../../lib/stores/bucket-store.ts';
import type { FileStore } from '../../../../lib/stores/file-store.ts';
import { createFolderStore } from '../../../../lib/stores/folder-store.ts';
import { openMoto } from '../../../support/moto.ts';

/** A store of files, for functions and for operators. */
export type TestFileStore = {
  readonly store: FileStore;
  readonly inventory: FileInventory;
  readonly close: () => Promise<void>;
};

export async function openTestFolder(): Promise<TestFileStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-kept-files-'));
  return {
    store: createFolderStore({ folder }),
    inventory: createFolderInventory(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export type TestBucket = TestFileStore & { readonly client: S3Client; readonly bucket: string };

/** Opens a bucket of moto that keeps versions, as that of files.yml; undefined without moto. */
export async function openTestBucket(): Promise<TestBucket | undefined> {
  const moto = await openMoto();
  if (moto === undefined) return undefined;
  const bucket = 'files';
  const access = {
    region: 'eu-west-1',
    endpoint: moto.url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const client = new S3Client({ ...access, forcePathStyle: true });
  await client.send(
    new CreateBucketCommand({
      Bucket: bucket,
      CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
    }),
  );
  await client.send(
    new PutBucketVersioningCommand({
      Bucket: bucket,
      VersioningConfiguration: { Status: 'Enabled' },
    }),
  );
  return {
    client,
    bucket,
    store: createBucketStore({ bucket, ...access }),
    inventory: createBucketInventory({ bucket, ...access }),
    close: moto.close,
  };
}
