import { formatCollectionId } from '../../model/ogc/collection-id.ts';
import { crsUri, crsUris } from '../../model/ogc/crs-uris.ts';
import type { OgcCollection } from '../../queries/ogc/collections.ts';
import {
  collectionUri,
  geoJsonType,
  htmlType,
  jsonType,
  ogcUri,
  schemaType,
  createPageLink,
  vectorTilesetsRelation,
} from './link.ts';

/** The extent of a collection whose extent is unknown. */
const world = [-180, -90, 180, 90] as const;

/**
 * Creates a collection document (OGC API Features part 1, section 7.14; part 2, section 6.2). Its title is its id.
 */
export function collectionDocument(
  { slug, kind, description, extent }: OgcCollection,
  baseUrl: string,
) {
  const id = formatCollectionId(slug, kind);
  const uri = collectionUri(baseUrl, id);
  const crs84 = crsUri('CRS84');
  return {
    id,
    title: id,
    description,
    links: [
      { href: uri, rel: 'self', type: jsonType, title: 'This collection' },
      createPageLink(uri),
      { href: `${uri}/items`, rel: 'items', type: geoJsonType, title: 'Its features' },
      {
        href: `${uri}/items?format=html`,
        rel: 'items',
        type: htmlType,
        title: 'Its features as a web page',
      },
      {
        href: `${uri}/queryables`,
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
        type: schemaType,
        title: 'The properties by which its features can be filtered',
      },
      { href: `${uri}/tiles`, rel: vectorTilesetsRelation, type: jsonType, title: 'Vector tiles' },
    ],
    extent: {
      spatial: { bbox: [extent ?? world], crs: crs84 },
      temporal: { interval: [[null, null]] },
    },
    itemType: 'feature',
    crs: crsUris,
    storageCrs: crs84,
  };
}

export type CollectionDocument = ReturnType<typeof collectionDocument>;

/** Creates the list of visible collections (OGC API Features part 1, section 7.13). */
export function collectionsDocument(collections: readonly OgcCollection[], baseUrl: string) {
  const href = `${ogcUri(baseUrl)}/collections`;
  return {
    links: [{ href, rel: 'self', type: jsonType, title: 'The collections' }, createPageLink(href)],
    collections: collections.map((collection) => collectionDocument(collection, baseUrl)),
  };
}
