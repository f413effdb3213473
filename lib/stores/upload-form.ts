/** What a client may send into the store, and until when. */
export type UploadTerms = {
  /** The key under which the bytes are stored. */
  readonly key: string;
  /** The header `Content-Type` of the bytes. */
  readonly contentType: string;
  /** The exact number of bytes. */
  readonly byteCount: number;
  readonly validSeconds: number;
};

/** A form that sends bytes: they are its last field, `file`. */
export type UploadForm = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** The fields that a client must send unchanged, and the limits of the bytes. */
type PolicyCondition =
  | readonly ['content-length-range', number, number]
  | Readonly<Record<string, string>>;

/**
 * Writes the policy of a form in base64: until when it may be sent, with which fields, and how many bytes.
 * Source: Amazon S3, POST policy.
 * @param fields all fields except the policy and its signature
 */
export function writePolicy(
  { byteCount }: Pick<UploadTerms, 'byteCount'>,
  fields: Readonly<Record<string, string>>,
  expiresAt: Date,
): string {
  const conditions: readonly PolicyCondition[] = [
    ['content-length-range', byteCount, byteCount],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ];
  const expiration = expiresAt.toISOString().replace(/\.\d+Z$/, 'Z');
  return Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
}
