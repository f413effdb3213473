const maxPasswordBytes = 4096;

/** Whether a text can be a password: valid Unicode, and short enough to be hashed. */
export function isHashable(password: string): boolean {
  return password.isWellFormed() && Buffer.byteLength(password) <= maxPasswordBytes;
}

/**
 * Normalises a password, because keyboards and systems encode the same text differently: any space becomes U+0020, and the text NFC.
 * Letter case and spaces at the ends stay.
 * Source: RFC 8265, section 4.2 (the profile OpaqueString).
 */
export function normalizePassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}
