import { cp, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  importPackage,
  type PackageImported,
  formatPackageSummary,
  listPackageResults,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { readRelationCounts } from '../../../../../infra/cli/import/relations/import-relations.ts';
import {
  importResources,
  type ResourcesImported,
} from '../../../../../infra/cli/import/resources/import-resources.ts';
import { countChanges } from '../../../../../infra/cli/import/import-summary.ts';
import { samplePackageFolder } from '../../../../../infra/local/sample/paths.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { readSample, type SampleReading } from '../../../local/sample/read-sample.ts';
import {
  fingerprint,
  openWorkshop,
  createTestContext,
  readJsonParts,
  type TestContext,
  type Workshop,
} from '../importing.ts';
import {
  findGeometries,
  toSortedTexts,
  readStoredTiles,
  readTilesOfFiles,
} from '../resources/stored-tiles.ts';

const files = globSync(`${samplePackageFolder}/business_data/*.json`).toSorted();

describe('a package whose resource instances are imported after everything else', () => {
  let workshop: Workshop;
  let sample: SampleReading;
  let packageFolder: string;
  let context: TestContext;
  let imported: PackageImported;
  let pendingBefore: number;
  let resources: ResourcesImported;

  beforeAll(async () => {
    workshop = await openWorkshop();
    sample = await readSample();
    packageFolder = path.join(workshop.folder, 'package');
    await cp(samplePackageFolder, packageFolder, { recursive: true });
    for (const file of files) {
      await rm(path.join(packageFolder, 'business_data', path.basename(file)));
    }
    await workshop.file('package/business_data/places.csv', 'name,kind');
    context = createTestContext(workshop.stack.dataApi);
    imported = await importPackage(packageFolder, context, 'merge', 'json');
    pendingBefore = (await readRelationCounts(context)).pending;
    resources = await importResources(files, context);
  });

  afterAll(async () => workshop?.close());

  const countRows = async (from: string): Promise<number> => {
    const [row] = await workshop.rows(`select count(*)::text from ${from}`);
    return Number(row?.[0]);
  };

  it('is imported without a problem, except for business data that is CSV', () => {
    expect(context.problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['error', 'business_data_not_read'],
    ]);
  });

  it('has as many models, resource instances and tiles as its files', async () => {
    const tiles = sample.records.flatMap((record) => record.tiles).length;
    expect(imported.graphs).toMatchObject({
      created: sample.graphs.length,
      updated: 0,
      unchanged: 0,
    });
    expect(resources).toMatchObject({
      read: sample.records.length,
      tiles,
      leftOut: 0,
      created: sample.records.length,
      tilesCreated: tiles,
    });
    expect([await countRows('resource'), await countRows('tile')]).toEqual([
      sample.records.length,
      tiles,
    ]);
    expect(
      await countRows(
        `(select distinct concept_id from concept_value where value_type = 'prefLabel') c`,
      ),
    ).toBeGreaterThan(80);
  });

  it('has pending relations until their ends are imported', async () => {
    expect(imported.relations.read).toBe(sample.relations.length);
    expect(pendingBefore).toBe(sample.relations.length);
    expect(pendingBefore).toBeGreaterThan(5);
    expect(await readRelationCounts(context)).toMatchObject({ pending: 0 });
  });

  it('lists in the summary each file of business data that was not read, with the reason', () => {
    expect(imported.notRead.map(({ file }) => path.basename(file))).toEqual(['places.csv']);
    const lines = formatPackageSummary(imported);
    for (const { file, reason } of imported.notRead)
      expect(lines).toContain(`  ${file} (${reason})`);
  });

  it('has every column of every tile as in the files', async () => {
    const expected = await readTilesOfFiles(files);
    expect(expected.size).toBeGreaterThan(500);
    expect(await readStoredTiles(workshop.stack.dataApi)).toEqual(expected);
  });

  it('has every geometry as in the files, both as text and as a PostGIS geometry', async () => {
    const geometries = findGeometries(await readTilesOfFiles(files));
    const stored = await readJsonParts(
      workshop.stack.dataApi,
      rawSql('select f.gid::bigint as position, f.geometry_text as part from feature f'),
    );
    expect(toSortedTexts(stored)).toEqual(toSortedTexts(geometries));
    expect(geometries.length).toBeGreaterThan(50);
    expect(
      await countRows(
        `feature where geometry is not null
          and st_equals(geometry, st_setsrid(st_geomfromgeojson(geometry_text), 4326))
          and upper(geometry_type) = geometrytype(geometry)`,
      ),
    ).toBe(geometries.length);
  });

  it('has a name and an item of the activity stream for every resource instance', async () => {
    const recordCount = sample.records.length;
    expect(
      await countRows(`resource where descriptors -> 'en-US' -> 'name' ->> 'value' is not null`),
    ).toBe(recordCount);
    const [row] = await workshop.rows(
      'select min(ordinal)::text, max(ordinal)::text, count(distinct resource_id)::text from activity',
    );
    expect(row).toEqual(['1', String(recordCount), String(recordCount)]);
  });

  it('changes no row when it is imported again', async () => {
    const before = await fingerprint(workshop.stack.owner);
    const secondContext = createTestContext(workshop.stack.dataApi);
    expect(
      countChanges(
        listPackageResults(await importPackage(packageFolder, secondContext, 'merge', 'json')),
      ),
    ).toBe(0);
    expect(await importResources(files, secondContext)).toMatchObject({
      read: sample.records.length,
      created: 0,
      updated: 0,
      tilesCreated: 0,
      tilesUpdated: 0,
    });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });
});
