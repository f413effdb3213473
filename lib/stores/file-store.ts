import type { Readable } from 'node:stream';

/** A stored part of a file: its number from 1, its entity tag in the store, its SHA-256 in hexadecimal digits, and its size. */
export type StoredPart = {
  readonly number: number;
  readonly etag: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** The upload of a file in parts. The file does not exist until the upload is completed. */
export type Upload = {
  /** The key of the finished file, such as `places/2026-11-23T02-30-00-000Z.geojson.gz`. */
  readonly key: string;
  /** The id of the upload in the store. */
  readonly id: string;
};

/**
 * Stores files in an S3 bucket, or in a local folder. A key has either a complete file or no file, and a new file
 * replaces the old one atomically.
 */
export type FileStore = {
  /** The location of the files, as a text for people. */
  readonly location: string;
  readonly beginUpload: (key: string) => Promise<string>;
  /**
   * Stores a part, and replaces an earlier one with the same number.
   * @returns its entity tag
   */
  readonly putPart: (
    upload: Upload,
    part: Pick<StoredPart, 'number' | 'sha256'>,
    content: Buffer,
  ) => Promise<string>;
  /**
   * Makes the file from its parts. All parts except the last have at least 5 MiB. A second call does nothing.
   * @throws UploadLost
   */
  readonly completeUpload: (upload: Upload, parts: readonly StoredPart[]) => Promise<void>;
  /** Deletes the parts of a file that will not be completed. */
  readonly abortUpload: (upload: Upload) => Promise<void>;
  /**
   * Copies a file, and replaces the target.
   * @param bytes the size of the file
   */
  readonly copy: (from: string, to: string, bytes: number) => Promise<void>;
  readonly putText: (key: string, text: string) => Promise<void>;
  /** Opens a file for reading; undefined if there is none with this key. */
  readonly read: (key: string) => Promise<Readable | undefined>;
};

/** A part of an upload is missing or changed, so the file must be made again. */
export class UploadLost extends Error {
  readonly code = 'upload_lost';

  constructor(key: string, options?: ErrorOptions) {
    super(`A part of ${key} is missing in the store, or was replaced.`, options);
  }
}

/** The size of all parts together. */
export function sumPartBytes(parts: readonly Pick<StoredPart, 'bytes'>[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
