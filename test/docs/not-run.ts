/**
 * The commands of documents that are not run, each by its document and the words with which it begins, and why. Their blocks are marked
 * `not-run`, where readers do not see it.
 */
export const reasons: Readonly<Record<string, readonly (readonly [begin: string, why: string])[]>> =
  {};
