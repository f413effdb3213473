import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { tilesetOrTileJson } from '../../../lib/http/schemas/ogc.ts';
import { openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addTestSpatialView, placeNodes } from '../../support/test-spatial-views.ts';
import { readTile, tilePath, type TileAddress } from './vector-tiles.ts';

const collection = '/ogc/collections/shapes';
const world: TileAddress = { zoom: 0, column: 0, row: 0 };

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  for (const [nodeId, alias] of [
    [placeNodes.name, 'geometry'],
    [placeNodes.countryName, 'geometry_1'],
  ]) {
    await runStatement(service, `update node set alias = '${alias}' where node_id = '${nodeId}'`);
  }
  await addTestSpatialView(service, {
    slug: 'shapes',
    nodes: [placeNodes.name, placeNodes.countryName],
  });
});

afterAll(async () => service?.close());

const answer = z.object({
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
});

async function readNames(query: string): Promise<readonly string[]> {
  const { features } = answer.parse(await service.fetchJson(`${collection}/items?${query}`));
  return Object.keys(features[0]?.properties ?? {}).toSorted();
}

const ids = ['nodeid', 'resourceinstanceid', 'tileid'];

describe('a column with the name geometry, which map libraries take for the geometry', () => {
  it('has the first free name with a number in items', async () => {
    expect(await readNames('limit=1')).toEqual(['geometry_1', 'geometry_2', ...ids]);
  });

  it('is requested by that name', async () => {
    expect(await readNames('limit=1&properties=geometry_2')).toEqual(['geometry_2', ...ids]);
    const refused = await service.fetch(`${collection}/items?properties=geometry`);
    expect(refused.status).toBe(400);
  });

  it('has the same name in map tiles and their description', async () => {
    const features = await readTile(service, tilePath(`${collection}/tiles`, world), world);
    const names = new Set(features.flatMap(({ properties }) => Object.keys(properties)));
    expect(names.has('geometry')).toBe(false);
    expect(names.has('geometry_2')).toBe(true);
    const document = tilesetOrTileJson.parse(
      await service.fetchJson(`${collection}/tiles/WebMercatorQuad?format=tilejson`),
    );
    const [layer] = 'vector_layers' in document ? document.vector_layers : [];
    expect(Object.keys(layer?.fields ?? {})).toEqual(
      expect.arrayContaining(['geometry_1', 'geometry_2']),
    );
    expect(Object.keys(layer?.fields ?? {})).not.toContain('geometry');
  });
});
