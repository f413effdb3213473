import type { InstanceDescription } from '../../model/instance-description.ts';
import {
  htmlType,
  licenceLinks,
  jsonType,
  ogcUri,
  openApiType,
  createPageLink,
  vectorTilesetsRelation,
  type Link,
} from './link.ts';

/** The entry point for clients (OGC API Features part 1, section 7.2). */
export type LandingPage = {
  readonly title: string;
  readonly description: string;
  readonly links: readonly Link[];
};

/** Creates the landing page of OGC API Features and Tiles. */
export function ogcLandingPage(baseUrl: string, instance: InstanceDescription): LandingPage {
  const uri = ogcUri(baseUrl);
  return {
    title: instance.title,
    description:
      instance.description ??
      'Layers of heritage records, each a collection of features. Your permissions decide which collections you see, and what they contain.',
    links: [
      { href: uri, rel: 'self', type: jsonType, title: 'This page' },
      createPageLink(uri),
      { href: `${uri}/api`, rel: 'service-desc', type: openApiType, title: 'The API description' },
      {
        href: `${uri}/api?format=html`,
        rel: 'service-doc',
        type: htmlType,
        title: 'The API description as a web page',
      },
      {
        href: `${uri}/conformance`,
        rel: 'conformance',
        type: jsonType,
        title: 'The conformance classes',
      },
      {
        href: `${uri}/functions`,
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/functions',
        type: jsonType,
        title: 'The functions for filters',
      },
      { href: `${uri}/collections`, rel: 'data', type: jsonType, title: 'The collections' },
      { href: `${uri}/tiles`, rel: vectorTilesetsRelation, type: jsonType, title: 'Vector tiles' },
      {
        href: `${uri}/tileMatrixSets`,
        rel: 'http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes',
        type: jsonType,
        title: 'The tile matrix sets',
      },
      ...licenceLinks(instance),
    ],
  };
}

/** The implemented conformance classes (OGC API Features part 1, section 7.4; OGC API Tiles part 1). */
export const conformanceDocument = {
  conformsTo: [
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/html',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
    'http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs',
    'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables',
    'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters',
    'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter',
    'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter',
    'http://www.opengis.net/spec/cql2/1.0/conf/cql2-text',
    'http://www.opengis.net/spec/cql2/1.0/conf/cql2-json',
    'http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2',
    'http://www.opengis.net/spec/cql2/1.0/conf/advanced-comparison-operators',
    'http://www.opengis.net/spec/cql2/1.0/conf/case-insensitive-comparison',
    'http://www.opengis.net/spec/cql2/1.0/conf/accent-insensitive-comparison',
    'http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions',
    'http://www.opengis.net/spec/cql2/1.0/conf/basic-spatial-functions-plus',
    'http://www.opengis.net/spec/cql2/1.0/conf/spatial-functions',
    'http://www.opengis.net/spec/cql2/1.0/conf/functions',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/core',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tileset',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tilesets-list',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/dataset-tilesets',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/geodata-tilesets',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/mvt',
    'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/oas30',
  ],
} as const;
