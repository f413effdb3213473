import { check } from '@placemarkio/check-geojson';
import { geojsonToArcGIS } from '@terraformer/arcgis';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, openSampleService } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';
import { addPlace, sampleGeometries, readPlaceNode } from './geojson/sample-geometries.ts';

// The bridge of Arches serves a geometry node as layers of an Esri FeatureServer, one for each type of geometry. It requests the
// features of a node and type without a token, with display values, and converts each feature to Esri's JSON.

const placeId = '00000000-0000-4000-8000-000000000301';

/** The members of Esri's JSON for each type of GeoJSON. */
const esriMembers = Object.entries({
  Point: 'x',
  MultiPoint: 'points',
  LineString: 'paths',
  MultiLineString: 'paths',
  Polygon: 'rings',
  MultiPolygon: 'rings',
});

const esriFeature = z.looseObject({
  attributes: z.record(z.string(), z.unknown()),
  geometry: z.looseObject({ spatialReference: z.object({ wkid: z.literal(4326) }) }),
});

const pagingSchema = z.object({ _page: z.number(), _lastPage: z.boolean() });

describe('the bridge to an Esri FeatureServer', () => {
  let service: TestService;
  let layerQuery: string;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
    await addPlace(service, placeId, sampleGeometries);
    const { nodeId, nodegroupId } = await readPlaceNode(service);
    const nodegroups = await queryColumn(
      service,
      `select distinct n.nodegroup_id::text
from node n
join node g on g.graph_id = n.graph_id
where g.node_id = '${nodeId}'
  and n.nodegroup_id <> '${nodegroupId}'
order by 1`,
    );
    layerQuery = `nodeid=${nodeId}&nodegroups=${nodegroups.join()}&use_display_values=true`;
  });

  afterAll(async () => service?.close());

  const read = async (query: string): Promise<string> => {
    const response = await service.fetch(`/geojson?${layerQuery}&${query}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const parseFeatures = (text: string): readonly Feature[] => {
    const document = check(text);
    if (document.type !== 'FeatureCollection') throw new Error(`The answer is a ${document.type}.`);
    return document.features;
  };

  it.each(esriMembers)(
    'can convert each feature of type %s to the JSON of Esri',
    async (type, member) => {
      const features = parseFeatures(await read(`type=${type}`));
      expect(features.length).toBeGreaterThan(0);
      for (const feature of features) {
        expect(feature.geometry.type).toBe(type);
        const { attributes, geometry } = esriFeature.parse(geojsonToArcGIS(feature, 'OBJECTID'));
        expect(Object.keys(geometry)).toContain(member);
        expect(attributes).toEqual({ ...feature.properties, OBJECTID: feature.id });
      }
    },
  );

  it('gets each feature once from all pages, and recognizes the last page', async () => {
    const properties = (features: readonly Feature[]): readonly unknown[] =>
      features.map((feature) => feature.properties);
    const pagedProperties: unknown[] = [];
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const text = await read(`type=Point&limit=10&page=${page}`);
      pagedProperties.push(...properties(parseFeatures(text)));
      const { _page: number, _lastPage: last } = pagingSchema.parse(JSON.parse(text));
      expect(number).toBe(page);
      isLast = last;
    }
    expect(pagedProperties).toEqual(properties(parseFeatures(await read('type=Point'))));
  });

  it('gets only texts and lists of texts as properties', async () => {
    const features = parseFeatures(await read('type=Point'));
    const values = features.flatMap(({ properties }) => Object.values(properties ?? {})).flat();
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
  });
});
