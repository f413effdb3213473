import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3';

import { createBucketClient } from '../../../../lib/stores/bucket-client.ts';
import type { BucketOptions } from '../../../../lib/stores/bucket-signer.ts';
import { CommandError } from '../../command-error.ts';
import type { FileInventory } from './file-inventory.ts';

/** Lists and deletes the objects of an S3 bucket. */
export function createBucketInventory({ bucket: Bucket, ...access }: BucketOptions): FileInventory {
  const client = createBucketClient(access);
  return {
    list: async function* listBucket(Prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        yield Contents.map(({ Key: key = '', Size: bytes = 0, LastModified }) => ({
          key,
          bytes,
          storedAt: LastModified ?? new Date(),
        }));
    },
    find: async (key) => {
      const object = await client
        .send(new HeadObjectCommand({ Bucket, Key: key }))
        .catch((error: unknown) => {
          if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name))
            return undefined;
          throw error;
        });
      return object === undefined
        ? undefined
        : {
            key,
            bytes: object.ContentLength ?? 0,
            storedAt: object.LastModified ?? new Date(),
          };
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    purge: async (prefix) => {
      let count = 0;
      for await (const versions of listVersions(client, Bucket, prefix)) {
        if (versions.length === 0) continue;
        await deleteVersions(client, Bucket, versions);
        count += versions.length;
      }
      return count;
    },
  };
}

/** Lists all versions of objects, and the markers of deleted ones, by pages of 1000 at most. */
async function* listVersions(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncGenerator<readonly ObjectIdentifier[]> {
  let KeyMarker: string | undefined;
  let VersionIdMarker: string | undefined;
  do {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker }),
    );
    yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }));
    ({ NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page);
  } while (KeyMarker !== undefined);
}

/** @throws CommandError `versions_not_deleted`, such as without the permission s3:DeleteObjectVersion */
async function deleteVersions(
  client: S3Client,
  Bucket: string,
  versions: readonly ObjectIdentifier[],
): Promise<void> {
  const { Errors: [error] = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [...versions], Quiet: true } }),
  );
  if (error === undefined) return;
  throw new CommandError(
    'versions_not_deleted',
    `${error.Key ?? 'An object'} cannot be deleted: ${error.Message ?? error.Code ?? 'no reason'}. Run the command again as somebody with s3:DeleteObjectVersion.`,
  );
}
