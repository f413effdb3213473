import * as z from 'zod';

import { uuidSchema } from './common.ts';

/** Longitude, latitude and an optional height (RFC 7946, section 3.1.1). */
const position = z.array(z.number()).min(2).max(4).meta({ id: 'Position' });
const positions = z.array(position);
const rings = z.array(positions);

const geometryOf = <Type extends string, Coordinates extends z.ZodType>(
  type: Type,
  coordinates: Coordinates,
) => z.object({ type: z.literal(type), coordinates }).meta({ id: type });

/** The geometries of RFC 7946, section 3.1, without collections. */
const simpleGeometries = [
  geometryOf('Point', position),
  geometryOf('MultiPoint', positions),
  geometryOf('LineString', positions),
  geometryOf('MultiLineString', rings),
  geometryOf('Polygon', rings),
  geometryOf('MultiPolygon', z.array(rings)),
] as const;

/** The schema refers to itself instead of the union of all geometries, because some client generators support only that. */
const geometryCollection: z.ZodType = z
  .object({
    type: z.literal('GeometryCollection'),
    get geometries(): z.ZodType {
      return z.array(z.union([...simpleGeometries, geometryCollection]));
    },
  })
  .meta({ id: 'GeometryCollection' });

/** A geometry (RFC 7946, section 3.1). */
export const geometry = z
  .union([...simpleGeometries, geometryCollection])
  .meta({ id: 'Geometry', description: 'A geometry (RFC 7946).' });

const feature = z
  .object({
    type: z.literal('Feature'),
    id: z.union([z.int(), uuidSchema]).optional(),
    geometry,
    properties: z
      .object({ resourceinstanceid: uuidSchema, tileid: uuidSchema })
      .partial()
      .catchall(z.unknown()),
  })
  .meta({ id: 'Feature', description: 'A feature (RFC 7946): a geometry of a tile.' });

/** The response of GET /geojson (specification, GeoJSON response). */
export const featureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(feature),
    numberMatched: z.int().optional(),
    _page: z.int().optional(),
    _lastPage: z.boolean().optional(),
    numberReturned: z
      .int()
      .optional()
      .describe('With conditions: the number of features in this response. It comes last.'),
  })
  .meta({ id: 'FeatureCollection', description: 'Features (RFC 7946).' });
