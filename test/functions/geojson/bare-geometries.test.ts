import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { graphId, millDocument, nodes } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { browserAccept } from '../pages/data-pages.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';

const point = { type: 'Point', coordinates: [7.123456, 50.5] };
const line = {
  type: 'LineString',
  coordinates: [
    [7, 50],
    [8, 51],
  ],
};
const feature = { type: 'Feature', id: 'mill', properties: { made: 'by hand' }, geometry: point };

/** Bare geometries in place of a feature collection, with the geometries that the service returns for them. */
const values = [
  { name: 'a geometry', value: point, geometries: [point], wkt: 'POINT (7.123456 50.5)' },
  { name: 'a feature', value: feature, geometries: [point], wkt: 'POINT (7.123456 50.5)' },
  {
    name: 'a collection of geometries',
    value: { type: 'GeometryCollection', geometries: [point, line] },
    geometries: [{ type: 'GeometryCollection', geometries: [point, line] }],
    wkt: 'GEOMETRYCOLLECTION (POINT (7.123456 50.5), LINESTRING (7 50, 8 51))',
  },
  {
    name: 'a collection with a geometry in place of a feature',
    value: { type: 'FeatureCollection', features: [line, feature] },
    geometries: [line, point],
    wkt: 'GEOMETRYCOLLECTION (LINESTRING (7 50, 8 51), POINT (7.123456 50.5))',
  },
].map((testedValue, index) => ({
  ...testedValue,
  resourceId: id(900 + index),
  tileId: id(950 + index),
}));

const records = values.map(({ value, resourceId, tileId }) => ({
  resourceinstance: { resourceinstanceid: resourceId, graph_id: graphId, legacyid: null },
  tiles: [
    {
      tileid: tileId,
      nodegroup_id: nodes.place,
      parenttile_id: null,
      sortorder: 0,
      data: { [nodes.geometry]: value },
    },
  ],
}));

const answer = z.object({
  features: z.array(z.object({ geometry: z.unknown(), properties: z.looseObject({}) })),
});

let service: TestService;
let writer: TestWriter;

beforeAll(async () => {
  service = await openTestService();
  await service.openToGuest();
  await withJsonFile(millDocument(), (file) => importGraphs([file], service.importContext));
  await withJsonFile(records, (file) => importResources([file], service.importContext));
  writer = (await createWriters(service)).administrator;
});

afterAll(async () => service?.close());

const fetchFeatures = async (query: string) =>
  answer.parse(await service.fetchJson(`/geojson?${query}`)).features;
const readStoredValue = async (tileId: string): Promise<unknown> => {
  const [text] = await queryColumn(
    service,
    `select (data -> '${nodes.geometry}')::text from tile where tile_id = '${tileId}'`,
  );
  return JSON.parse(String(text));
};
const readStoredState = async () =>
  queryColumn(
    service,
    `select concat_ws(' ',
  (select count(*) from edit_log),
  (select sum(version) from resource),
  (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t),
  (select md5(string_agg(f::text, '' order by f.gid)) from feature f)
)`,
  );

describe.each(values)('$name in a geometry node', (testedValue) => {
  const { value, geometries, wkt, resourceId, tileId } = testedValue;

  it('is returned by /geojson with every filter', async () => {
    for (const query of [
      `resourceid=${resourceId}`,
      `tileid=${tileId}`,
      `tileid=${tileId}&nodeid=${nodes.geometry}&limit=1`,
      `resourceid=${resourceId}&nodegroups=${nodes.place}`,
    ]) {
      const foundFeatures = await fetchFeatures(query);
      expect([query, foundFeatures.map(({ geometry }) => geometry)]).toEqual([query, geometries]);
    }
    const [rounded] = await fetchFeatures(`tileid=${tileId}&precision=1`);
    expect(JSON.stringify(rounded?.geometry)).not.toContain('7.123456');
    for (const { type } of geometries) {
      const featuresOfType = await fetchFeatures(`type=${type}&tileid=${tileId}`);
      expect(featuresOfType.map(({ geometry }) => Object(geometry).type)).toEqual([type]);
    }
  });

  it('is a geometry with well-known text in RDF', async () => {
    const path = `/resources/${resourceId}?format=nt&profile=linked`;
    const text = await (await writer.sendRequest('GET', path)).text();
    expect(text).toContain(`asWKT> "${wkt}"`);
  });

  it('is a place on a map and a value of a card on the page', async () => {
    const answered = await writer.sendRequest('GET', `/resources/${resourceId}`, undefined, {
      accept: browserAccept,
    });
    const page = await answered.text();
    expect(page).toContain('<h2>Place</h2>');
    expect(page).toContain(
      `<span>${geometries
        .map(({ type }) => type)
        .toSorted()
        .join(', ')}</span>`,
    );
  });

  it.each(['format=json-ld', 'format=json-ld&profile=linked', 'format=service-json'])(
    'stays unchanged if the document from GET is sent back by PUT (%s)',
    async (query) => {
      const before = await readStoredState();
      const path = `/resources/${resourceId}?${query}`;
      const document = await (await writer.sendRequest('GET', path)).text();
      const response = await writer.sendRequest(
        'PUT',
        path.replace('&profile=linked', ''),
        document,
      );
      expect([response.status, await readStoredState()]).toEqual([200, before]);
      expect(await readStoredValue(tileId)).toEqual(value);
    },
  );

  it('stays unchanged if a map client sends it again, and is kept if the client appends a geometry', async () => {
    const send = async (data: unknown, otherFields: Readonly<Record<string, string>> = {}) =>
      writer.sendRequest(
        'POST',
        '/api/node_value/',
        new URLSearchParams({
          nodeid: nodes.geometry,
          tileid: tileId,
          data: JSON.stringify(data),
          ...otherFields,
        }).toString(),
        { 'content-type': 'application/x-www-form-urlencoded' },
      );
    const before = await readStoredState();
    const again = await send(value);
    expect([again.status, await readStoredState()]).toEqual([200, before]);
    await send(line, { operation: 'append' });
    const foundFeatures = await fetchFeatures(`tileid=${tileId}`);
    expect(foundFeatures.map(({ geometry }) => geometry)).toEqual([...geometries, line]);
  });
});

it('a geometry is invisible without the right to read its nodegroup', async () => {
  expect(await fetchFeatures('')).not.toEqual([]);
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', [nodes.place]));
  expect(await fetchFeatures('')).toEqual([]);
});
