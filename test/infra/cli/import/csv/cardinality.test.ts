import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';

const folder = findTestData('arches-fixtures/fixtures/data/csv/cardinality_test_data');

describe.skipIf(folder === undefined)('CSV with nodegroups of each cardinality', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    const graphs: unknown = JSON.parse(
      await readFile(path.join(folder ?? '', 'target.json'), 'utf8'),
    );
    const file = await workshop.file('target.json', graphs);
    await importGraphs([file], createTestContext(workshop.stack.dataApi));
  });

  afterAll(async () => workshop.close());

  it.each([
    // One tile.
    ['single-1_to_1', 1, []],
    // A tile for each row.
    ['single-n_to_n', 2, []],
    // The second value is kept, with a warning.
    ['single-n_to_1', 2, ['cardinality_exceeded']],
    // A parent and a child.
    ['1-1', 2, []],
    // Two children of the row share the parent.
    ['1-n', 3, []],
    // Each row has a parent and a child, and a parent has one child, so none is a guess. The mapping names one of three filled columns.
    ['n-1', 4, ['unmapped_column', 'unmapped_column']],
    // Each row has a parent and two children; the parent of the second row is a guess.
    ['n-n', 6, ['guessed_parent_tile']],
  ])('%s becomes %i tiles', async (name, tiles, codes) => {
    // The files share ids of resource instances: each has a copy of its own.
    for (const extension of ['csv', 'mapping']) {
      const target = path.join(workshop.folder, `${name}.${extension}`);
      await cp(path.join(folder ?? '', `${name}.${extension}`), target);
    }
    const csv = path.join(workshop.folder, `${name}.csv`);
    const text = await readFile(csv, 'utf8');
    await workshop.file(`${name}.csv`, text.replaceAll(/^(\d+)/gm, `${name}-$1`));
    const context = createTestContext(workshop.stack.dataApi);
    expect(await importResources([csv], context)).toMatchObject({ tiles, tilesCreated: tiles });
    expect(context.problems.map(({ code }) => code)).toEqual(codes);
    const again = await importResources([csv], createTestContext(workshop.stack.dataApi));
    expect(again).toMatchObject({ created: 0, updated: 0 });
  });
});
