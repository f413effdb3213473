import { isUtf8 } from 'node:buffer';

import { NotUtf8, RequestTooLarge } from '../errors/errors.ts';

/**
 * The most bytes that a body may have: 4.4 MB. API Gateway hands it over in base64, a third longer, and Lambda takes 6 MB with all
 * that the event holds besides.
 */
export const maxBodyBytes = Math.floor(4.4 * 1024 * 1024);

/** What stands in a text for bytes that are no character (U+FFFD), in UTF-8. */
const replacement = Buffer.from('\uFFFD');

/** The text of a body; a byte order mark at its start is taken off. @throws RequestTooLarge, NotUtf8 */
export function decodeBody(bytes: Buffer): string {
  if (bytes.length > maxBodyBytes) throw new RequestTooLarge();
  const offset = invalidUtf8Offset(bytes);
  if (offset !== -1) throw new NotUtf8(offset);
  return new TextDecoder().decode(bytes);
}

/** The offset of the first byte that is not UTF-8; -1 where all are. */
export function invalidUtf8Offset(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  const readable = Buffer.from(bytes.toString());
  let offset = readable.indexOf(replacement);
  // A U+FFFD that was sent stands at the same place in both, as all does before the first wrong byte.
  while (bytes.subarray(offset, offset + replacement.length).equals(replacement)) {
    offset = readable.indexOf(replacement, offset + replacement.length);
  }
  return offset;
}

/** The JSON of a text; undefined where it is none, of which the operation tells. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
