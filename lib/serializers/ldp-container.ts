/**
 * The Linked Data container of the specification ("Resource id list").
 * @param resourceUris the URIs of the resource instances of the page, in order
 */
export function ldpContainer(resourceUris: readonly string[]) {
  return {
    '@context': 'https://www.w3.org/ns/ldp/',
    '@id': '',
    '@type': 'ldp:BasicContainer',
    'ldp:contains': resourceUris,
  };
}
