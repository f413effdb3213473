/** One version of bytes that a client has sent. */
export type SentBytes = {
  /** The entity tag of this version. */
  readonly etag: string;
  readonly byteCount: number;
  /** The first bytes. */
  readonly first: Uint8Array;
};

/** Bytes as the store has them. */
export type KeptBytes = {
  readonly byteCount: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
};

/** A store of bytes that clients have sent. */
export type UploadStore = {
  /** Reads the first bytes under a key; undefined if there are none. */
  readonly readFirst: (key: string, count: number) => Promise<SentBytes | undefined>;
  /**
   * Copies one version of bytes. If the target has the same bytes already, it stays.
   * @throws BytesChanged if the version was replaced, or the target has other bytes
   */
  readonly copyVersion: (from: string, to: string, etag: string) => Promise<KeptBytes>;
  /**
   * Stores bytes under a key that has none. If it has the same bytes already, they stay.
   * @throws BytesChanged if it has other bytes
   */
  readonly putNew: (key: string, content: Uint8Array<ArrayBuffer>) => Promise<KeptBytes>;
};

/** The bytes are not those that were checked: they were replaced, or the target has others. */
export class BytesChanged extends Error {
  readonly code = 'bytes_changed';

  constructor(options?: ErrorOptions) {
    super('The bytes of the file were replaced while they were stored.', options);
  }
}
