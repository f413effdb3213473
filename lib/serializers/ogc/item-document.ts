import { collectionUri, geoJsonType, jsonType, type Link } from './link.ts';

/** Which feature of which collection it is. */
export type ItemReference = {
  readonly collectionId: string;
  readonly gid: number;
  readonly baseUrl: string;
};

/**
 * A feature as a document of its own (OGC API Features part 1, section 7.16).
 * @param feature as `writtenFeatures` gives it
 * @returns its JSON text, and the links that stand in it
 */
export function itemDocument(
  feature: string,
  { collectionId, gid, baseUrl }: ItemReference,
): { readonly body: string; readonly links: readonly Link[] } {
  const collection = collectionUri(baseUrl, collectionId);
  const links = [
    { href: `${collection}/items/${gid}`, rel: 'self', type: geoJsonType, title: 'This feature' },
    { href: collection, rel: 'collection', type: jsonType, title: 'The collection' },
  ];
  const members = feature.slice(0, -1);
  return { body: `{"type":"Feature"${members},"links":${JSON.stringify(links)}}`, links };
}
