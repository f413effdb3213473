/**
 * Adds the member `pending_review`, which lists the tiles that wait for a reviewer, to a JSON object. Without such
 * tiles the text stays unchanged.
 * @param text a JSON object with at least one member
 * @param tileIds tiles with pending changes that the caller has just made
 */
export function addPendingReview(text: string, tileIds: readonly string[]): string {
  if (tileIds.length === 0) return text;
  return `${text.slice(0, -1)},"pending_review":${JSON.stringify(tileIds)}}`;
}
