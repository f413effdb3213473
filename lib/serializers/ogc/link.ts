import type { InstanceDescription } from '../../model/instance-description.ts';

/** A link (OGC API Features part 1, section 7.7; RFC 8288). */
export type Link = {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
};

export const jsonType = 'application/json';

export const htmlType = 'text/html';

/** The media type of a JSON schema (draft-bhutton-json-schema-01). */
export const schemaType = 'application/schema+json';

export const geoJsonType = 'application/geo+json';

/** The media type of the OpenAPI document (OGC API Features part 1, section 8.2). */
export const openApiType = 'application/vnd.oai.openapi+json;version=3.0';

/** The relation to the list of tilesets with vector tiles (OGC API Tiles part 1). */
export const vectorTilesetsRelation = 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector';

/**
 * Creates the link from a document to its HTML page (OGC API Features part 1, section 7.7).
 * @param uri the URI of the document
 */
export function createPageLink(uri: string): Link {
  return {
    href: `${uri}?format=html`,
    rel: 'alternate',
    type: htmlType,
    title: 'This document as a web page',
  };
}

/** The link to the licence of the data, if the instance names one. */
export const licenceLinks = ({ licence }: InstanceDescription): readonly Link[] =>
  licence === undefined
    ? []
    : [{ href: licence, rel: 'license', type: htmlType, title: 'The licence of the data' }];

/** Returns the URI of the landing page of OGC API Features. */
export function ogcUri(baseUrl: string): string {
  return `${baseUrl}/ogc`;
}

/** Returns the URI of a collection. */
export function collectionUri(baseUrl: string, id: string): string {
  return `${ogcUri(baseUrl)}/collections/${encodeURIComponent(id)}`;
}
