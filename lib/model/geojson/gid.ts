/** The largest feature number: 32 bits, signed. */
export const maxGid = 2_147_483_647;

/** Whether a text is a possible feature number. */
export function isGid(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxGid;
}
