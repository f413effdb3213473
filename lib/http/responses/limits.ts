import { fitsAsJson } from '../../json/json-bytes.ts';
import type { Settings } from '../../settings.ts';
import type { CompleteBody } from './response.ts';

export type ResponseLimit = {
  readonly maxBytes: number;
  /** Whether the body is sent inside a JSON string, where quotes and line breaks take two bytes, and other control characters six. */
  readonly isJsonEncoded: boolean;
};

/** Lambda accepts 6 MiB of JSON for a buffered response; 16 KiB of it are reserved for the headers. */
export const bufferedLimit: ResponseLimit = {
  maxBytes: 6 * 1024 * 1024 - 16 * 1024,
  isJsonEncoded: true,
};

type LimitSettings = Pick<Settings, 'responseMode' | 'maxStreamMegabytes'>;

/**
 * The size limit of a response from an operation that can stream.
 * @rule Responses: How large may a response be?
 */
export function responseLimit({ responseMode, maxStreamMegabytes }: LimitSettings): ResponseLimit {
  return responseMode === 'buffered'
    ? bufferedLimit
    : { maxBytes: maxStreamMegabytes * 1_000_000, isJsonEncoded: false };
}

/**
 * The maximum number of bytes of a response, before it is compressed or encoded as JSON. The encoding as JSON adds bytes, so a shorter
 * response can still be refused (`isWithinLimit`).
 */
export function maxResponseBytes(settings: LimitSettings): number {
  return responseLimit(settings).maxBytes;
}

/** Whether a body is small enough to be sent. Bytes are sent as base64 inside a JSON string. */
export function isWithinLimit(
  body: CompleteBody,
  { maxBytes, isJsonEncoded }: ResponseLimit,
): boolean {
  if (typeof body === 'string')
    return isJsonEncoded ? fitsAsJson(body, maxBytes) : Buffer.byteLength(body) <= maxBytes;
  return (isJsonEncoded ? Math.ceil(body.length / 3) * 4 : body.length) <= maxBytes;
}
