import { collectionUri, geoJsonType, jsonType, createPageLink, type Link } from './link.ts';

export type ItemReference = {
  readonly collectionId: string;
  readonly gid: number;
  readonly baseUrl: string;
};

/**
 * Creates a document of one feature (OGC API Features part 1, section 7.16).
 * @param feature as written by `writeFeatures`
 * @returns the document as a JSON string, and its links
 */
export function itemDocument(
  feature: string,
  { collectionId, gid, baseUrl }: ItemReference,
): { readonly body: string; readonly links: readonly Link[] } {
  const collection = collectionUri(baseUrl, collectionId);
  const links = [
    { href: `${collection}/items/${gid}`, rel: 'self', type: geoJsonType, title: 'This feature' },
    createPageLink(`${collection}/items/${gid}`),
    { href: collection, rel: 'collection', type: jsonType, title: 'The collection' },
  ];
  const members = feature.slice(0, -1);
  return { body: `{"type":"Feature"${members},"links":${JSON.stringify(links)}}`, links };
}
