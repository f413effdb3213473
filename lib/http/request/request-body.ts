import { isUtf8 } from 'node:buffer';

import { NotUtf8, RequestTooLarge } from '../errors/errors.ts';

/**
 * Lambda accepts events of 6 MB, and API Gateway sends the body in base64, which is a third longer.
 * @rule Requests: How large may a request body be?
 */
export const maxBodyBytes = Math.floor(4.4 * 1024 * 1024);

/** U+FFFD in UTF-8. Decoding replaces invalid bytes with this character. */
const replacementCharacter = Buffer.from('\uFFFD');

/**
 * Decodes a body and removes a byte order mark.
 * @rule Requests: Who refuses a body that is not UTF-8?
 * @throws RequestTooLarge, NotUtf8
 */
export function decodeBody(bytes: Buffer): string {
  if (bytes.length > maxBodyBytes) throw new RequestTooLarge();
  const offset = invalidUtf8Offset(bytes);
  if (offset !== -1) throw new NotUtf8(offset);
  return new TextDecoder().decode(bytes);
}

/** Returns the offset of the first byte that is not UTF-8; -1 if all bytes are valid. */
export function invalidUtf8Offset(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  const reencoded = Buffer.from(bytes.toString());
  let offset = reencoded.indexOf(replacementCharacter);
  // Everything before the first invalid byte has the same offset in both, even a U+FFFD that the caller sent.
  while (
    bytes.subarray(offset, offset + replacementCharacter.length).equals(replacementCharacter)
  ) {
    offset = reencoded.indexOf(replacementCharacter, offset + replacementCharacter.length);
  }
  return offset;
}

/** Parses JSON; undefined if it is malformed, which the operation reports later. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
