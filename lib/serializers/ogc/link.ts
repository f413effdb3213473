/** A link of a document (OGC API Features part 1, section 7.7, after RFC 8288). */
export type Link = {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
};

/** The media type of documents about features. */
export const jsonType = 'application/json';

/** The media type of features. */
export const geoJsonType = 'application/geo+json';

/** The media type of what describes the API (OGC API Features part 1, section 8.2). */
export const openApiType = 'application/vnd.oai.openapi+json;version=3.0';

/** The address of all that belongs to OGC API Features. */
export function ogcUri(baseUrl: string): string {
  return `${baseUrl}/ogc`;
}

/** The address of a collection. */
export function collectionUri(baseUrl: string, id: string): string {
  return `${ogcUri(baseUrl)}/collections/${encodeURIComponent(id)}`;
}
