/**
 * Decodes base64 (RFC 4648, section 4) strictly: no other alphabet, no line breaks, no stray bits at the end.
 * @returns null if the text is not such base64
 */
export function decodeBase64(text: string, padding: 'padded' | 'unpadded'): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return encodeBase64(bytes, padding) === text ? bytes : null;
}

/** Encodes base64 (RFC 4648, section 4), with or without padding. */
export function encodeBase64(bytes: Buffer, padding: 'padded' | 'unpadded'): string {
  const text = bytes.toString('base64');
  return padding === 'padded' ? text : text.replaceAll('=', '');
}
