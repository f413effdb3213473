/** A file whose bytes were stored, as the table `file` has it. */
export type NewStoredFile = {
  readonly fileId: string;
  /** The key of the bytes in the bucket or folder. */
  readonly storageKey: string;
  /** As the first bytes tell it. */
  readonly contentType: string;
  readonly byteCount: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly name: string;
};
