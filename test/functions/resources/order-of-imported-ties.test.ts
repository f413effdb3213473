import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { fingerprint } from '../../infra/cli/import/importing.ts';
import { runCount } from '../../support/random/run-count.ts';
import { withTextFile } from '../../support/temporary-file.ts';
import { openTiedService, type TiedService } from './tied-forms.ts';
import {
  expectedOrders,
  graphId,
  placeTile,
  tiedTiles,
  titleTile,
  type TiedTile,
} from './tied-things.ts';

let tied: TiedService;
beforeAll(async () => {
  tied = await openTiedService();
});
afterAll(async () => tied?.service.close());

const importText = async (name: string, text: string) =>
  withTextFile(name, text, (file) => importResources([file], tied.service.importContext));

const makeRecord = (thing: string, tiles: readonly TiedTile[]) => ({
  resourceinstance: { resourceinstanceid: thing, graph_id: graphId, legacyid: null },
  tiles,
});

type Record = ReturnType<typeof makeRecord>;

/** What writes a record as a file, by the name of the file. */
const writers: readonly (readonly [file: string, write: (record: Record) => string])[] = [
  ['things.json', (record) => JSON.stringify({ business_data: { resources: [record] } })],
  ['things.jsonl', (record) => `${JSON.stringify(record)}\n`],
];

const thing = id(60_000);
const point = 'POINT (0.5 0.5)';

describe('imported tiles with the same sort order', () => {
  it.each(writers)(
    'are in the order of the file in every form, and stay there when it comes again in another order (%s)',
    async (file, write) => {
      await fc.assert(
        fc.asyncProperty(tiedTiles, async (tiles) => {
          await tied.empty();
          const record = makeRecord(thing, [placeTile, ...tiles]);
          await importText(file, write(record));
          expect(await tied.findOtherForms(thing, expectedOrders(tiles))).toEqual({});
          const before = await fingerprint(tied.service.stack.owner);
          for (const again of [record, makeRecord(thing, record.tiles.toReversed())])
            expect(await importText(file, write(again))).toMatchObject({ created: 0, updated: 0 });
          expect(await fingerprint(tied.service.stack.owner)).toEqual(before);
        }),
        runCount(40, 3),
      );
    },
  );

  it('are in the order of the rows in every form (CSV)', async () => {
    const numbers = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(numbers, async (titles) => {
        await tied.empty();
        const rows = titles.map((number, row) => `o-1,title:${number}.,${row === 0 ? point : ''}`);
        await importText('things.csv', ['ResourceID,Title,Place', ...rows, ''].join('\n'));
        const [[stored] = []] = await tied.service.stack.owner.read({
          text: 'select r.resource_id::text from resource r',
          parameters: [],
        });
        expect(await tied.findOtherForms(String(stored), { title: titles })).toEqual({});
      }),
      runCount(20, 2),
    );
  });

  it('that come later are last among those with their sort order', async () => {
    await tied.empty();
    const tile = (number: number, sortOrder: number): TiedTile =>
      titleTile(id(70_000 - number), sortOrder, number);
    const first = [placeTile, tile(0, 0), tile(1, 0), tile(2, 1)];
    const later = [tile(3, 0), tile(1, 0), tile(4, 1), tile(5, 0)];
    for (const tiles of [first, later]) {
      const [[file, write] = []] = writers;
      await importText(file ?? '', write?.(makeRecord(thing, tiles)) ?? '');
    }
    expect(await tied.findOtherForms(thing, { title: [0, 1, 3, 5, 2, 4] })).toEqual({});
  });
});
