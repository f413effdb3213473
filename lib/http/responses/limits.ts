import type { Settings } from '../../settings.ts';

/** How much can be sent as one answer. */
export type ResponseLimit = {
  readonly maxBytes: number;
  /** Whether the text travels inside a JSON string, where each quote and line break takes a second byte. */
  readonly isJsonEncoded: boolean;
};

/** What Lambda takes as one buffered answer: 6 MB of JSON around the body, less some room for the headers. */
export const bufferedLimit: ResponseLimit = {
  maxBytes: 6 * 1024 * 1024 - 16 * 1024,
  isJsonEncoded: true,
};

/** How much the answer to an operation that may stream can have. */
export function responseLimit({
  answers,
  streamMegabytes,
}: Pick<Settings, 'answers' | 'streamMegabytes'>): ResponseLimit {
  return answers === 'buffered'
    ? bufferedLimit
    : { maxBytes: streamMegabytes * 1_000_000, isJsonEncoded: false };
}

/**
 * The bytes that the answer to an operation that may stream can have before it is compressed. More may pass once compressed, but
 * nobody can say so before.
 * @param settings of the function: those that `handle` is given
 */
export function maxResponseBytes(settings: Pick<Settings, 'answers' | 'streamMegabytes'>): number {
  return responseLimit(settings).maxBytes;
}

/** Whether a text can be sent. */
export function isWithinLimit(
  text: string,
  { maxBytes: mostBytes, isJsonEncoded: isInJson }: ResponseLimit,
): boolean {
  const bytes = Buffer.byteLength(text);
  if (!isInJson || bytes * 2 <= mostBytes) return bytes <= mostBytes;
  return bytes <= mostBytes && Buffer.byteLength(JSON.stringify(text)) <= mostBytes;
}
