import { readdirSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { readStoredTiles, readTilesOfFiles, toSortedTexts } from '../resources/stored-tiles.ts';
import { fingerprint } from '../importing.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport } from './importing-database.ts';

const folder = findTestData('arches76-dump');
const exportedFolder = path.join(folder ?? '', 'exported');
const exportedFiles =
  folder === undefined
    ? []
    : readdirSync(exportedFolder)
        .filter((name) => !name.startsWith('System_Settings'))
        .map((name) => path.join(exportedFolder, name));

const placedTileSchema = z.object({
  tileid: z.string(),
  resourceinstance_id: z.string(),
  nodegroup_id: z.string(),
  sortorder: z.coerce.number(),
});

/** The ids of tiles by resource instance, nodegroup and sort order, where there are several, in the order of the tiles. */
function groupIds(
  tiles: readonly z.infer<typeof placedTileSchema>[],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(
    tiles,
    ({ resourceinstance_id: resource, nodegroup_id: nodegroup, sortorder }) =>
      [resource, nodegroup, sortorder].join(' '),
  );
  return new Map(
    [...groups]
      .filter(([, group]) => group.length > 1)
      .map(([key, group]) => [key, group.map(({ tileid }) => tileid)]),
  );
}

describe.skipIf(folder === undefined)('the first import of a database', () => {
  let source: SourceDatabase;
  let stack: TestStack;

  beforeAll(async () => {
    source = await openSourceDatabase();
    stack = await openTestStack({ content: 'dump' });
  });

  afterAll(async () => {
    await stack.close();
    await source.drop();
  });

  it('stores every tile as the platform exports it', async () => {
    const stored = await readStoredTiles(stack.dataApi);
    const expected = await readTilesOfFiles(exportedFiles);
    expect(stored.size).toBe(expected.size);
    expect(toSortedTexts([...stored.values()])).toEqual(toSortedTexts([...expected.values()]));
  });

  it('keeps tiles with the same sort order in the order of those exports', async () => {
    const tiles = [...(await readTilesOfFiles(exportedFiles)).values()];
    const exported = groupIds(z.array(placedTileSchema).parse(tiles));
    const rows = await stack.owner.read(
      rawSql(`select t.tile_id::text, t.resource_id::text, t.nodegroup_id::text, coalesce(t.sort_order, 0)
from tile t
order by t.position`),
    );
    const stored = rows.map(([tileid, resourceinstance_id, nodegroup_id, sortorder]) =>
      placedTileSchema.parse({ tileid, resourceinstance_id, nodegroup_id, sortorder }),
    );
    expect(exported.size).toBeGreaterThan(500);
    const here = groupIds(stored);
    const otherGroups = [...exported].filter(
      ([key, ids]) => ids.join(' ') !== here.get(key)?.join(' '),
    );
    // Between its export and its dump, the platform moved a tile in each of these.
    expect(otherGroups.length).toBeLessThanOrEqual(7);
  });

  it('stores all rows as the database has them', async () => {
    expect(await compareContent(source.url, stack)).toEqual(noDifferences);
  });

  it('changes nothing if it is repeated, and has no problem, except that a concept of the platform has no label', async () => {
    const before = await fingerprint(stack.owner);
    const { imported, context } = await runDatabaseImport(source.url, stack.dataApi);
    expect(context.problems.map(({ code }) => code)).toEqual(['unlabelled_concepts']);
    expect(imported.deleted).toEqual({ resources: 0, tiles: 0, concepts: 0 });
    expect(await fingerprint(stack.owner)).toEqual(before);
  });
});
