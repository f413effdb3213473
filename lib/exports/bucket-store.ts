import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

import { exportContent } from '../model/exports/export-format.ts';
import type { ExportPart } from '../queries/exports/leased-job.ts';
import { sumPartBytes, UploadLost, type ExportStore, type Upload } from './export-store.ts';

export type BucketStoreOptions = {
  readonly bucket: string;
  readonly region: string;
  /** Set if the bucket is not in AWS. The name of the bucket is then part of the path. */
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where they come from the environment of the function. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The maximum number of bytes that one request copies: 5 GiB by default; tests set less. */
  readonly maxCopyBytes?: number;
};

const gibibyte = 1024 ** 3;

/** The parameters of the headers with which S3 sends a file. */
function contentParameters(key: string) {
  const { type: ContentType, encoding: ContentEncoding } = exportContent(key);
  return { ContentType, ...(ContentEncoding === undefined ? {} : { ContentEncoding }) };
}

const hexToBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

const hasName = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/** Stores exports in an S3 bucket. S3 verifies the checksum of each part when it is sent, and again when the file is completed. */
export function createBucketStore({
  bucket,
  region,
  endpoint,
  ...options
}: BucketStoreOptions): ExportStore {
  const { credentials, maxCopyBytes = 5 * gibibyte } = options;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      connectionTimeout: 5000,
    },
  });
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
  };
}

function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function toCompletedPart({ number, etag, sha256 }: ExportPart) {
  return { PartNumber: number, ETag: etag, ChecksumSHA256: hexToBase64(sha256) };
}
