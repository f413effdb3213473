import type { ExportPart } from '../queries/exports/leased-job.ts';

/** A file that is being stored part by part, and is not there until all of it is. */
export type Upload = {
  /** Where the file will be, such as `places/2026-11-23T02-30-00-000Z.geojson.gz`. */
  readonly key: string;
  /** By which the store knows what is stored of it. */
  readonly id: string;
};

/** What a link is for. */
export type LinkOptions = {
  /** The name under which a browser saves the file. */
  readonly fileName: string;
  /** For how long it is good. */
  readonly validSeconds: number;
  /** The method by which it will be followed: a link of a bucket is good for one. */
  readonly method: 'GET' | 'HEAD';
};

/**
 * Where exports are: a bucket of S3, or a folder that does as one. A key holds a file that is whole, or none; it changes at once from one
 * file to the other.
 */
export type ExportStore = {
  /** Where that is, for people. */
  readonly location: string;
  readonly beginUpload: (key: string) => Promise<string>;
  /** Stores a part, in the place of what was stored under its number. @returns its entity tag */
  readonly putPart: (
    upload: Upload,
    part: Pick<ExportPart, 'number' | 'sha256'>,
    content: Buffer,
  ) => Promise<string>;
  /**
   * Makes the file of its parts, which are at least 5 MiB each but for the last. Where that was done before, nothing is left to do.
   * @throws UploadLost
   */
  readonly completeUpload: (upload: Upload, parts: readonly ExportPart[]) => Promise<void>;
  /** Throws away what is stored of a file that will not be whole. */
  readonly abortUpload: (upload: Upload) => Promise<void>;
  /** Puts a copy of a file in the place of another. @param bytes of the file */
  readonly copy: (from: string, to: string, bytes: number) => Promise<void>;
  readonly putText: (key: string, text: string) => Promise<void>;
  /** An address that leads to a file for a short time. */
  readonly createLink: (key: string, options: LinkOptions) => Promise<string>;
};

/** What was stored of a file is gone, or is not what it was: it has to be begun anew. */
export class UploadLost extends Error {
  readonly code = 'upload_lost';

  constructor(key: string, options?: ErrorOptions) {
    super(`What was stored of ${key} is not there any more, or was replaced.`, options);
  }
}

/** The bytes of all parts together. */
export function totalBytes(parts: readonly Pick<ExportPart, 'bytes'>[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
