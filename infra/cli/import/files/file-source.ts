import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

import { settings, type Settings } from '../../../../lib/settings.ts';
import { openFile } from '../../../../lib/stores/folder-store.ts';
import { readObject } from '../../../../lib/stores/read-object.ts';
import { CommandError } from '../../command-error.ts';

/** A file of a source. */
export type SourceFile = { readonly bytes: number; readonly open: () => Promise<Readable> };

/** The files of an instance or a package. Paths are relative and have slashes; none leads out of the source. */
export type FileSource = {
  /** Returns the file at a path; undefined if there is none. */
  readonly find: (file: string) => Promise<SourceFile | undefined>;
};

/** The settings of the client of S3. */
type BucketAccess = Pick<Settings, 'region' | 's3Endpoint'>;

const bucketScheme = 's3://';

/**
 * Opens a folder or bucket with files.
 * @param location a folder, or `s3://bucket/prefix`
 * @throws CommandError if the location cannot be read
 */
export async function openFileSource(
  location: string,
  access: BucketAccess = settings(),
): Promise<FileSource> {
  if (!location.startsWith(bucketScheme)) return openFolderSource(location);
  const [bucket = '', ...folders] = location.slice(bucketScheme.length).split('/');
  const prefix = folders.flatMap((name) => (name === '' ? [] : [`${name}/`])).join('');
  return openBucketSource(bucket, prefix, access);
}

/** Opens a folder. Links are followed only within it. */
async function openFolderSource(location: string): Promise<FileSource> {
  const folder = await realpath(location).catch(() => '');
  const isFolder = folder !== '' && (await stat(folder)).isDirectory();
  if (!isFolder) throw makeNoFilesError(location, 'it is not a folder');
  return {
    find: async (name) => {
      const file = await realpath(path.join(folder, name)).catch(() => '');
      if (!file.startsWith(`${folder}${path.sep}`)) return undefined;
      const stats = await stat(file);
      return stats.isFile() ? { bytes: stats.size, open: () => requireFile(file) } : undefined;
    },
  };
}

async function requireFile(file: string): Promise<Readable> {
  const content = await openFile(file);
  if (content === undefined) throw new Error(`${file} was removed.`);
  return content;
}

/** Opens a bucket. Lists all names in advance, because a request for each missing file would take longer. */
async function openBucketSource(
  bucket: string,
  prefix: string,
  { region, s3Endpoint: endpoint }: BucketAccess,
): Promise<FileSource> {
  const client = new S3Client({
    region,
    ...(endpoint === undefined
      ? { followRegionRedirects: true }
      : { endpoint, forcePathStyle: true }),
  });
  const sizes = new Map<string, number>();
  try {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents: objects = [] } of pages)
      for (const { Key: key = '', Size: bytes = 0 } of objects) sizes.set(key, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw makeNoFilesError(`s3://${bucket}/${prefix}`, reason);
  }
  const open = async (key: string): Promise<Readable> => {
    const content = await readObject(client, { bucket, key });
    if (content === undefined) throw new Error(`s3://${bucket}/${key} was removed.`);
    return content;
  };
  return {
    find: async (name) => {
      const key = `${prefix}${name}`;
      const bytes = sizes.get(key);
      return bytes === undefined ? undefined : { bytes, open: () => open(key) };
    },
  };
}

function makeNoFilesError(location: string, reason: string): CommandError {
  return new CommandError(
    'no_files',
    `The files in ${location} cannot be listed: ${reason}. Give a folder or s3://bucket/prefix with --files.`,
  );
}
