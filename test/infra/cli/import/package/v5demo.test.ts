import { readdirSync } from 'node:fs';
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
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { takeSample } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { fingerprint, createTestContext, readJsonParts, type TestContext } from '../importing.ts';
import {
  findGeometries,
  toSortedTexts,
  readStoredTiles,
  readTilesOfFiles,
} from '../resources/stored-tiles.ts';

const folder = findTestData('v5demo/pkg');
const exported = findTestData('v5demo/exported');

describe.skipIf(folder === undefined || exported === undefined)('the package v5demo', () => {
  const packageFolder = folder ?? '';
  const files = exported
    ? readdirSync(exported)
        .sort()
        .map((name) => path.join(exported, name))
    : [];
  let stack: TestStack;
  let context: TestContext;
  let imported: PackageImported;
  let resources: ResourcesImported;
  let pendingBefore: number;

  beforeAll(async () => {
    stack = await openTestStack();
    context = createTestContext(stack.dataApi);
    imported = await importPackage(packageFolder, context, 'merge', 'json');
    pendingBefore = (await readRelationCounts(context)).pending;
    resources = await importResources(files, context);
  });

  afterAll(async () => stack.close());

  const countRows = async (from: string): Promise<number> => {
    const [row] = await stack.owner.read(rawSql(`select count(*)::text from ${from}`));
    return Number(row?.[0]);
  };

  it('is imported without a problem, except that its business data is CSV', () => {
    expect(context.problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'unlabelled_concepts'],
      ['error', 'business_data_not_read'],
    ]);
  });

  it('has 7 graphs and 1,867 labelled concepts', async () => {
    expect(imported.graphs).toMatchObject({ created: 7, updated: 0, unchanged: 0 });
    expect(await countRows('graph')).toBe(7);
    expect(imported.concepts.labelled).toBe(1867);
    expect(
      await countRows(
        `(select distinct concept_id from concept_value join concept using (concept_id) where value_type = 'prefLabel' and node_type = 'Concept') c`,
      ),
    ).toBe(1867);
  });

  it('has 787 resource instances with 6,053 tiles and 203 features', async () => {
    expect(resources).toMatchObject({
      read: 787,
      tiles: 6053,
      leftOut: 0,
      created: 787,
      tilesCreated: 6053,
    });
    expect([
      await countRows('resource'),
      await countRows('tile'),
      await countRows('feature'),
    ]).toEqual([787, 6053, 203]);
  });

  it('has 1,035 distinct pending relations until their ends are imported', async () => {
    expect(imported.relations).toMatchObject({ rows: 4840, read: 1035, created: 1035 });
    expect(imported.relations.pending).toBe(1035);
    expect(pendingBefore).toBe(1035);
    expect(await readRelationCounts(context)).toEqual({ all: 1035, pending: 0 });
  });

  it('has 7 files of CSV that were not read, because only JSON was chosen, each listed in the summary with the reason', () => {
    expect(imported.notRead).toHaveLength(7);
    expect(imported.notRead.every(({ file }) => /\.(csv|csv\.gz)$/.test(file))).toBe(true);
    const lines = formatPackageSummary(imported);
    for (const { file, reason } of imported.notRead)
      expect(lines).toContain(`  ${file} (${reason})`);
  });

  it('has every column of every tile as in the files', async () => {
    const expected = await readTilesOfFiles(files);
    expect(expected.size).toBe(6053);
    expect(await readStoredTiles(stack.dataApi)).toEqual(expected);
  });

  it('has every geometry as in the files, both as text and as a PostGIS geometry', async () => {
    const geometries = findGeometries(await readTilesOfFiles(files));
    const stored = await readJsonParts(
      stack.dataApi,
      rawSql('select f.gid::bigint as position, f.geometry_text as part from feature f'),
    );
    expect(toSortedTexts(stored)).toEqual(toSortedTexts(geometries));
    expect(
      await countRows(
        `feature where geometry is not null
          and st_equals(geometry, st_setsrid(st_geomfromgeojson(geometry_text), 4326))
          and upper(geometry_type) = geometrytype(geometry)`,
      ),
    ).toBe(203);
  });

  it('has a name and an item of the activity stream for every resource instance', async () => {
    expect(
      await countRows(`resource where descriptors -> 'en-US' -> 'name' ->> 'value' is not null`),
    ).toBe(787);
    const [row] = await stack.owner.read(
      rawSql(
        'select min(ordinal)::text, max(ordinal)::text, count(distinct resource_id)::text from activity',
      ),
    );
    expect(row).toEqual(['1', '787', '787']);
    expect(await countRows(`edit_log where edit_type = 'tile create'`)).toBe(6053);
  });

  it('changes no row when it is imported again', async () => {
    const before = await fingerprint(stack.owner);
    const secondContext = createTestContext(stack.dataApi);
    expect(
      countChanges(
        listPackageResults(await importPackage(packageFolder, secondContext, 'merge', 'json')),
      ),
    ).toBe(0);
    expect(await importResources(takeSample(files, 2), secondContext)).toMatchObject({
      created: 0,
      updated: 0,
      tilesCreated: 0,
      tilesUpdated: 0,
    });
    expect(secondContext.problems.map(({ code }) => code)).toEqual([
      'unlabelled_concepts',
      'business_data_not_read',
    ]);
    expect(await fingerprint(stack.owner)).toEqual(before);
  });
});
