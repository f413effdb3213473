import * as z from 'zod';

import { geometry } from './geojson.ts';
import { uuidSchema } from './common.ts';

const link = z.object({
  href: z.string(),
  rel: z.string(),
  type: z.string(),
  title: z.string().optional(),
  templated: z.literal(true).optional(),
});

const links = z.array(link);

/** The landing page of OGC API Features. */
export const landingPageBody = z.object({
  title: z.string(),
  description: z.string(),
  links,
});

export const conformanceBody = z.object({ conformsTo: z.array(z.url()) });

/** A collection of features. */
export const collectionBody = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  links,
  extent: z.object({
    spatial: z.object({ bbox: z.array(z.array(z.number()).length(4)).length(1), crs: z.url() }),
    temporal: z.object({ interval: z.array(z.array(z.null()).length(2)).length(1) }),
  }),
  itemType: z.literal('feature'),
  crs: z.array(z.url()),
  storageCrs: z.url(),
});

/** All collections. */
export const collectionsBody = z.object({ links, collections: z.array(collectionBody) });

/** The queryables of a collection: a JSON schema. Its `$schema` and `$id` are not listed, because tools take them for those of the description. */
export const queryablesBody = z.looseObject({
  title: z.string(),
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.object({
      title: z.string(),
      type: z.enum(['string', 'number', 'boolean']).optional(),
      format: z.string().optional(),
      enum: z.array(z.string()).optional(),
      'x-ogc-role': z.literal('primary-geometry').optional(),
    }),
  ),
  additionalProperties: z.literal(false),
});

/** The functions for filters. */
export const functionsBody = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      arguments: z.array(z.object({ title: z.string(), type: z.array(z.string()) })),
      returns: z.array(z.literal('boolean')),
    }),
  ),
});

const properties = z
  .object({ resourceinstanceid: uuidSchema, tileid: uuidSchema, nodeid: uuidSchema })
  .catchall(z.string().nullable());

const feature = z.object({
  type: z.literal('Feature'),
  id: z.int().positive(),
  geometry: geometry.nullable(),
  properties,
});

/** A feature of a collection. */
export const itemBody = feature.extend({ links });

/** Features of a collection. */
export const itemsBody = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
  numberMatched: z.int().nonnegative().optional(),
  numberReturned: z.int().nonnegative(),
  links,
  timeStamp: z.iso.datetime(),
});

const tilesetReference = z.object({
  title: z.string(),
  dataType: z.literal('vector'),
  crs: z.url(),
  tileMatrixSetURI: z.url(),
  links,
});

/** The tilesets of a dataset or a collection. */
export const tilesetsBody = z.object({ links, tilesets: z.array(tilesetReference) });

const tileset = tilesetReference.extend({
  tileMatrixSetLimits: z.array(
    z.object({
      tileMatrix: z.string(),
      minTileRow: z.int(),
      maxTileRow: z.int(),
      minTileCol: z.int(),
      maxTileCol: z.int(),
    }),
  ),
  layers: z.array(z.object({ id: z.string(), title: z.string(), dataType: z.literal('vector') })),
});

const tileJson = z.object({
  tilejson: z.literal('3.0.0'),
  name: z.string(),
  scheme: z.literal('xyz'),
  tiles: z.array(z.string()),
  minzoom: z.int(),
  maxzoom: z.int(),
  bounds: z.array(z.number()).length(4),
  center: z.array(z.number()).length(3).optional(),
  vector_layers: z.array(
    z.object({ id: z.string(), description: z.string(), fields: z.record(z.string(), z.string()) }),
  ),
});

/** A tileset, or its TileJSON (TileJSON 3.0.0). */
export const tilesetOrTileJson = z.union([tileset, tileJson]);

/** All tile matrix sets. */
export const tileMatrixSetsBody = z.object({
  tileMatrixSets: z.array(
    z.object({ id: z.string(), title: z.string(), uri: z.url(), crs: z.url(), links }),
  ),
});

/** A tile matrix set. */
export const tileMatrixSetBody = z.object({
  id: z.string(),
  title: z.string(),
  uri: z.url(),
  crs: z.url(),
  orderedAxes: z.array(z.string()),
  wellKnownScaleSet: z.url(),
  tileMatrices: z.array(
    z.object({
      id: z.string(),
      scaleDenominator: z.number(),
      cellSize: z.number(),
      cornerOfOrigin: z.literal('topLeft'),
      pointOfOrigin: z.array(z.number()).length(2),
      tileWidth: z.int(),
      tileHeight: z.int(),
      matrixWidth: z.int(),
      matrixHeight: z.int(),
    }),
  ),
});

/** A vector tile (Mapbox Vector Tile Specification 2.1). */
export const vectorTileBody = z.string().meta({ format: 'binary' });
