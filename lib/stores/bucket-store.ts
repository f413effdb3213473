import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

import { createBucketClient } from './bucket-client.ts';
import type { BucketOptions } from './bucket-signer.ts';
import { readObject } from './read-object.ts';
import {
  sumPartBytes,
  UploadLost,
  type FileStore,
  type StoredPart,
  type Upload,
} from './file-store.ts';

export type BucketStoreOptions = BucketOptions & {
  /** The headers with which S3 sends a file, by its key, if its links do not name them. */
  readonly contentOf?: (key: string) => { readonly type: string; readonly encoding?: string };
  /** The maximum number of bytes that one request copies: 5 GiB by default; tests set less. */
  readonly maxCopyBytes?: number;
};

const gibibyte = 1024 ** 3;

const hexToBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const hasName = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/** Stores files in an S3 bucket. S3 verifies the checksum of each part when it is sent, and again when the file is completed. */
export function createBucketStore(options: BucketStoreOptions): FileStore {
  const { bucket, maxCopyBytes = 5 * gibibyte } = options;
  const client = createBucketClient(options);
  const contentParameters = (key: string) => {
    const content = options.contentOf?.(key);
    return { ContentType: content?.type, ContentEncoding: content?.encoding };
  };
  const objectParameters = (key: string) => ({ Bucket: bucket, Key: key });
  const uploadParameters = ({ key, id }: Upload) => ({ ...objectParameters(key), UploadId: id });

  async function beginUpload(key: string): Promise<string> {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({
        ...objectParameters(key),
        ...contentParameters(key),
        ChecksumAlgorithm: 'SHA256',
      }),
    );
    if (UploadId === undefined) throw new Error(`S3 returned no id for the upload of ${key}.`);
    return UploadId;
  }

  /**
   * Whether a file of this size exists. If S3 no longer knows its upload, an earlier call has then completed it, and only the response to
   * that call was lost.
   */
  async function isCompleted(key: string, bytes: number): Promise<boolean> {
    const metadata = await client
      .send(new HeadObjectCommand(objectParameters(key)))
      .catch((error: unknown) => {
        if (hasName(error, 'NotFound', 'NoSuchKey')) return undefined;
        throw error;
      });
    return metadata?.ContentLength === bytes;
  }

  /** Copies a file that is too large for one request. The target appears once all ranges are copied. */
  async function copyByRanges(from: string, to: string, bytes: number): Promise<void> {
    const source = copySource(bucket, from);
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...objectParameters(to), ...contentParameters(to) }),
    );
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let firstByte = 0; firstByte < bytes; firstByte += maxCopyBytes) {
      const PartNumber = Parts.length + 1;
      const lastByte = Math.min(bytes, firstByte + maxCopyBytes) - 1;
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...objectParameters(to),
          UploadId,
          PartNumber,
          CopySource: source,
          CopySourceRange: `bytes=${firstByte}-${lastByte}`,
        }),
      );
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({
        ...objectParameters(to),
        UploadId,
        MultipartUpload: { Parts },
      }),
    );
  }

  return {
    location: `s3://${bucket}`,
    beginUpload,
    putPart: async (upload, { number, sha256 }, content) => {
      const { ETag } = await client.send(
        new UploadPartCommand({
          ...uploadParameters(upload),
          PartNumber: number,
          Body: content,
          ChecksumSHA256: hexToBase64(sha256),
        }),
      );
      if (ETag === undefined) throw new Error(`S3 returned no entity tag for part ${number}.`);
      return ETag;
    },
    completeUpload: async (upload, parts) => {
      const MultipartUpload = { Parts: parts.map(toCompletedPart) };
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ ...uploadParameters(upload), MultipartUpload }),
        );
      } catch (error) {
        if (hasName(error, 'NoSuchUpload') && (await isCompleted(upload.key, sumPartBytes(parts))))
          return;
        if (hasName(error, 'NoSuchUpload', 'InvalidPart'))
          throw new UploadLost(upload.key, { cause: error });
        throw error;
      }
    },
    abortUpload: async (upload) => {
      await client
        .send(new AbortMultipartUploadCommand(uploadParameters(upload)))
        .catch((error: unknown) => {
          if (!hasName(error, 'NoSuchUpload')) throw error;
        });
    },
    copy: async (from, to, bytes) => {
      if (bytes > maxCopyBytes) return copyByRanges(from, to, bytes);
      const CopySource = copySource(bucket, from);
      await client.send(new CopyObjectCommand({ ...objectParameters(to), CopySource }));
    },
    putText: async (key, text) => {
      await client.send(
        new PutObjectCommand({
          ...objectParameters(key),
          Body: text,
          ...contentParameters(key),
        }),
      );
    },
    read: (key) => readObject(client, { bucket, key }),
  };
}

function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function toCompletedPart({ number, etag, sha256 }: StoredPart) {
  return { PartNumber: number, ETag: etag, ChecksumSHA256: hexToBase64(sha256) };
}
