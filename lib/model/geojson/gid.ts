/** The greatest number that a feature can have: that of 32 bits. */
export const maxGid = 2_147_483_647;

/** Whether a text is the number of a feature, such as there can be. */
export function isGid(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxGid;
}
