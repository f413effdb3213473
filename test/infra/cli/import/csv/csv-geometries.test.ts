import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';

let workshop: CsvWorkshop;
beforeAll(async () => {
  workshop = await openCsvWorkshop();
});
afterAll(async () => workshop.close());

const importCell = (key: string, cell: string) =>
  workshop.importCsv(`ResourceID,Area\n${key},"${cell.replaceAll('"', '""')}"`, { name: 'forges' });

const featuresOf = async (key: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const [[[, value] = []] = []] = await workshop.readTiles(key);
  expect(value).toMatchObject({ type: 'FeatureCollection' });
  return Object(value)['features'];
};

const point = { type: 'Point', coordinates: [1.5, 2] };
const line = {
  type: 'LineString',
  coordinates: [
    [0, 0],
    [1, 1],
  ],
};
const both = { type: 'GeometryCollection', geometries: [point, line] };

describe('a geometry in a cell of CSV', () => {
  it.each([
    ['a', 'a geometry', JSON.stringify(point), [point]],
    ['b', 'a collection of geometries', JSON.stringify(both), [point, line]],
    ['c', 'a feature', JSON.stringify({ type: 'Feature', properties: {}, geometry: line }), [line]],
    [
      'd',
      'a FeatureCollection',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: {}, geometry: point }],
      }),
      [point],
    ],
    ['e', 'well-known text', 'Point (1.5 2)', [point]],
    ['f', 'well-known text with its reference system', 'SRID=4326;POINT(1.5 2)', [point]],
    [
      'g',
      'a collection as well-known text',
      'GEOMETRYCOLLECTION(POINT(1.5 2),LINESTRING(0 0,1 1))',
      [point, line],
    ],
    [
      'h',
      'Web Mercator',
      'SRID=3857;POINT(20037508.342789244 0)',
      [{ type: 'Point', coordinates: [180, 0] }],
    ],
  ])('%s may be %s', async (key, _form, cell, geometries) => {
    const { codes } = await importCell(key, cell);
    expect(codes).toEqual([]);
    const features = await featuresOf(key);
    expect(features.map(({ geometry }) => geometry)).toEqual(geometries);
    expect(features.every((feature) => feature['type'] === 'Feature')).toBe(true);
    const again = await importCell(key, cell);
    expect(again.imported).toMatchObject({ created: 0, updated: 0 });
  });

  it('keeps the ids, properties and digits of features', async () => {
    await importCell(
      'i',
      '{"type":"Feature","id":"x","properties":{"a":1.0},"geometry":{"type":"Point","coordinates":[1.50,2.0000000000000000001]}}',
    );
    const rows = await workshop.rows(
      `select t.data::text from tile t join resource r using (resource_id) where r.legacy_id = 'i'`,
    );
    expect(String(rows[0]?.[0])).toContain('2.0000000000000000001');
    expect(await featuresOf('i')).toMatchObject([{ id: 'x', properties: { a: 1 } }]);
  });

  it.each([
    ['j', 'SRID=27700;POINT(400000 300000)', 'SRID 27700'],
    ['k', '{"type":"Point"}', ''],
    ['l', '{"type":"Feature","geometry":{"type":"Circle","coordinates":[1,2]}}', ''],
    ['m', '{"type":"Point","coordinates":[1,2]', ''],
    ['n', '51.5, -0.1', ''],
    ['o', '[1, 2]', ''],
  ])('%s that is none is an error: %s', async (key, cell, reason) => {
    const { problems } = await importCell(key, cell);
    expect(problems).toMatchObject([{ severity: 'error', pointer: '/0/Area' }]);
    expect(problems[0]?.message).toContain(reason);
    expect(await workshop.readTiles(key)).toEqual([]);
  });
});
