import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { millModel } from './mill-model.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
  await workshop.importGraphs(millModel);
});
afterAll(async () => workshop.close());

type Row = readonly [resource: string, remark: string];

const importRows = async (rows: readonly Row[]) => {
  const lines = ['ResourceID,Remark', ...rows.map((row) => row.join(','))];
  const file = await workshop.file('mills.csv', `${lines.join('\n')}\n`);
  return importResources([file], createTestContext(workshop.stack.dataApi));
};

const readRemarks = async (resource: string): Promise<readonly string[]> => {
  const rows = await workshop.rows(`select d.value #>> '{}'
from resource r
join tile t on t.resource_id = r.resource_id
cross join lateral jsonb_each(t.data) d
where r.legacy_id = '${resource}'
order by t.sort_order, t.tile_id`);
  return rows.map(([remark]) => String(remark));
};

/** The remarks that are stored after files: each in the order in which it came first, as often as a file repeats it. */
function placeRemarks(files: readonly (readonly string[])[]): readonly string[] {
  const stored: string[] = [];
  for (const remarks of files) {
    const free = [...stored];
    for (const remark of remarks) {
      const position = free.indexOf(remark);
      if (position === -1) stored.push(remark);
      else free.splice(position, 1);
    }
  }
  return stored;
}

describe('tiles of CSV rows', () => {
  it('are in the order of the rows', async () => {
    await importRows(['First', 'Second', 'Third', 'Fourth'].map((text): Row => ['o-1', text]));
    expect(await readRemarks('o-1')).toEqual(['First', 'Second', 'Third', 'Fourth']);
  });

  it('keep their places in other orders, and new and repaired rows come last (random files)', async () => {
    let run = 0;
    const remarks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(remarks, { minLength: 1, maxLength: 3 }), async (files) => {
        run += 1;
        const resource = `random-${run}`;
        for (const file of files) await importRows(file.map((remark): Row => [resource, remark]));
        expect(await readRemarks(resource)).toEqual(placeRemarks(files));
      }),
      { numRuns: 25 },
    );
  });

  it('are in the order of the rows where rows of other resource instances are between them', async () => {
    await importRows([
      ['s-1', 'b'],
      ['s-2', 'z'],
      ['s-1', 'a'],
      ['s-2', 'y'],
      ['s-1', 'c'],
    ]);
    expect(await readRemarks('s-1')).toEqual(['b', 'a', 'c']);
    expect(await readRemarks('s-2')).toEqual(['z', 'y']);
  });
});
