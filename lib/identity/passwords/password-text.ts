/** Bytes of UTF-8 that are hashed at most. */
const presentedLimit = 4096;

/** Whether a text can be anybody's password: Unicode, and not so long that hashing it would be a burden. */
export function isHashable(password: string): boolean {
  return password.isWellFormed() && Buffer.byteLength(password) <= presentedLimit;
}

/**
 * Maps the ways in which keyboards and systems write the same text to one: any space to U+0020, letters
 * with marks to their composed form (NFC). Letter case and spaces at the ends stay.
 * Source: RFC 8265, section 4.2 (the profile OpaqueString).
 */
export function opaqueString(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}
