import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { hasOgrinfo } from '../../../../support/ogrinfo.ts';
import { expectRowsOfTable } from './compare-with-csv.ts';
import { describeFile, readLayer, touchesBox, type GdalFeature } from './gdal.ts';
import { openTables, type Tables } from './open-tables.ts';

let tables: Tables;
let file: string;

beforeAll(async () => {
  tables = await openTables();
  file = tables.inFolder('places.fgb');
  await tables.exportTable('--output', file, '--headings', 'aliases');
});

afterAll(async () => tables?.service.close());

const idsOf = (features: readonly GdalFeature[]): readonly string[] =>
  features.map(({ properties }) => String(properties['resourceid'])).toSorted();

describe.runIf(hasOgrinfo)('hds export table --format flatgeobuf', () => {
  it('has the values of each record, typed', async () => {
    const features = await readLayer(file, undefined);
    const csv = await tables.exportTable('--headings', 'aliases');
    expect(expectRowsOfTable(features, csv)).toBeGreaterThan(1000);
    expect(features.some(({ properties }) => properties['world_heritage_is_part'] === true)).toBe(
      true,
    );
  });

  it('has the same geometries as a GeoPackage', async () => {
    const geoPackage = tables.inFolder('places.gpkg');
    await tables.exportTable('--output', geoPackage, '--headings', 'aliases');
    const geometriesOf = (features: readonly GdalFeature[]) =>
      new Map(features.map(({ properties, geometry }) => [properties['resourceid'], geometry]));
    const features = await readLayer(file, undefined);
    expect(geometriesOf(features)).toEqual(
      geometriesOf(await readLayer(geoPackage, 'heritage_place')),
    );
    expect(new Set(features.map(({ geometry }) => geometry?.type)).size).toBeGreaterThan(2);
  });

  it('says what it is: reference system, extent and number', async () => {
    const text = await describeFile(file);
    expect(text).toMatch(/ID\["EPSG",4326\]/);
    expect(text).toMatch(/Extent: \(-?\d/);
    expect(text).toMatch(/Feature Count: 69/);
  });

  it.each([
    [[-10, 35, 20, 60]],
    [[-180, -90, 180, 90]],
    [[12.49, 41.88, 12.5, 41.9]],
    [[-179, -89, -178, -88]],
  ] as const)('finds by its index what is in a box: %j', async (box) => {
    const all = await readLayer(file, undefined);
    const matches = await readLayer(file, undefined, '-spat', ...box.map(String));
    expect(idsOf(matches)).toEqual(idsOf(all.filter((feature) => touchesBox(feature, box))));
  });

  it('has a row for each tile of a nodegroup without geometries, too', async () => {
    const names = tables.inFolder('names.fgb');
    await tables.exportTable('--output', names, '--nodegroup', 'names', '--headings', 'aliases');
    const csv = await tables.exportTable('--nodegroup', 'names', '--headings', 'aliases');
    expect(expectRowsOfTable(await readLayer(names, undefined), csv)).toBeGreaterThan(100);
  });
});
