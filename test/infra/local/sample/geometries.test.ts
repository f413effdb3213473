import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readSample, valuesOf } from './read-sample.ts';

const position = z.tuple([z.number(), z.number()]);
const ring = z.array(position).min(4);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position).min(2) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]);
const collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ type: z.literal('Feature'), id: z.uuid(), geometry })).min(1),
});

// The import represents numbers with all their digits. By way of a JSON text they become JavaScript numbers.
const toJavaScriptNumbers = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const sample = await readSample();
const tiles = valuesOf(sample, 'geojson-feature-collection').map(({ tile, value }) => ({
  resourceId: tile.resource_id,
  features: collection.parse(toJavaScriptNumbers(value)).features,
}));
const features = tiles.flatMap((tile) => tile.features);
const geometries = features.map((feature) => feature.geometry);

describe('Geometries of the sample', () => {
  it('are points, lines, polygons and a multipolygon', () => {
    const types = new Set(geometries.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(['LineString', 'MultiPolygon', 'Point', 'Polygon']);
  });

  it('have coordinates in the range of longitude and latitude', () => {
    const outside = geometries
      .flatMap(positions)
      .filter(([longitude = 999, latitude = 999]) =>
        [Math.abs(longitude) > 180, Math.abs(latitude) > 90].includes(true),
      );
    expect(outside).toEqual([]);
  });

  it('have closed rings, the outer ones counter-clockwise', () => {
    for (const outer of geometries.flatMap(rings)) {
      expect(outer.at(-1)).toEqual(outer[0]);
      expect(signedArea(outer)).toBeGreaterThan(0);
    }
  });

  it('exist for every heritage place', () => {
    const model = sample.graphs.find(({ slug }) => slug === 'heritage-place');
    const places = sample.records.filter(({ resource }) => resource.graph_id === model?.graphId);
    const idsWithGeometry = new Set(tiles.map(({ resourceId }) => resourceId));
    expect(places.filter(({ resource }) => !idsWithGeometry.has(resource.resource_id))).toEqual([]);
  });

  it('include a tile with several features, and a place with two tiles', () => {
    expect(tiles.some((tile) => tile.features.length > 1)).toBe(true);
    const perPlace = Map.groupBy(tiles, ({ resourceId }) => resourceId);
    expect([...perPlace.values()].some((group) => group.length === 2)).toBe(true);
  });

  it('have features with ids of their own', () => {
    expect(new Set(features.map(({ id }) => id)).size).toBe(features.length);
  });
});

type SampleGeometry = z.infer<typeof geometry>;

function positions(shape: SampleGeometry): readonly Position[] {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString' ? shape.coordinates : rings(shape).flat();
}

function rings(shape: SampleGeometry): readonly (readonly Position[])[] {
  if (shape.type === 'Polygon') return shape.coordinates;
  return shape.type === 'MultiPolygon' ? shape.coordinates.flat() : [];
}

function signedArea(outer: readonly Position[]): number {
  return outer.slice(1).reduce((area, [x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = outer[index] ?? [];
    return area + (fromX * y - x * fromY) / 2;
  }, 0);
}
