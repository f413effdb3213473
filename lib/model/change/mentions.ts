/** The distinct UUIDs and IRIs in a document, used to load the data that it can refer to. */
export type Mentions = {
  /** In lower case. */
  readonly uuids: readonly string[];
  readonly iris: readonly string[];
};

/** Finds the UUIDs and IRIs in serialized JSON. */
export function findMentions(text: string): Mentions {
  const uuids = text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? [];
  // JSON may escape slashes.
  const withUnescapedSlashes = text.replaceAll('\\/', '/');
  const iris = Array.from(
    withUnescapedSlashes.matchAll(/"(https?:[^"\\]+)"/g),
    ([, iri = '']) => iri,
  );
  return { uuids: [...new Set(uuids.map((id) => id.toLowerCase()))], iris: [...new Set(iris)] };
}
