/**
 * A JSON object with the member `pending_review`, which names the tiles that wait for a reviewer; as it is where none do.
 * @param text of an object that has members
 * @param tileIds of the tiles in which something waits that the reader has just written
 */
export function addPendingReview(text: string, tileIds: readonly string[]): string {
  if (tileIds.length === 0) return text;
  return `${text.slice(0, -1)},"pending_review":${JSON.stringify(tileIds)}}`;
}
