import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, fingerprint, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, NOTE, resourceId, tile, tileId } from '../monuments.ts';

type Json = Readonly<Record<string, unknown>>;

/** Ids of tiles whose order by id is not that of the file. */
const descendingId = (number: number, index: number): string => tileId(number * 100 - index);

const name = (number: number, index: number, text: string, sortOrder?: number | null): Json =>
  tile(0, NAME, { [NAME]: text }, { tileid: descendingId(number, index), sortorder: sortOrder });

describe('the sort orders of imported tiles', () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });
  afterAll(async () => workshop.close());

  const importRecords = async (records: readonly Json[], file = 'monuments.json') =>
    importResources(
      [
        await workshop.file(
          file,
          file.endsWith('.jsonl')
            ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
            : records,
        ),
      ],
      createTestContext(workshop.stack.dataApi),
    );
  const readOrders = async (number: number, nodegroup = NAME) => {
    const rows = await workshop.rows(
      `select t.data ->> '${nodegroup}', t.sort_order
from tile t
where t.resource_id = '${resourceId(number)}'
  and t.nodegroup_id = '${nodegroup}'
order by t.sort_order, t.position`,
    );
    return rows.map(([text, order]) => [text, Number(order)]);
  };

  it.each(['null.json', 'null.jsonl'])(
    'are 0, 1, 2 by the position in the file where the file has null (%s)',
    async (file) => {
      const number = file.endsWith('l') ? 2 : 1;
      const texts = ['First', 'Second', 'Third'];
      await importRecords(
        [
          monument(
            number,
            texts.map((text, index) => name(number, index, text, null)),
          ),
        ],
        file,
      );
      expect(await readOrders(number)).toEqual([
        ['First', 0],
        ['Second', 1],
        ['Third', 2],
      ]);
    },
  );

  it('are 0, 1, 2 where the file has none', async () => {
    await importRecords([monument(3, [name(3, 0, 'First'), name(3, 1, 'Second')])]);
    expect(await readOrders(3)).toEqual([
      ['First', 0],
      ['Second', 1],
    ]);
  });

  it('never change where the file gives them', async () => {
    await importRecords([
      monument(4, [name(4, 0, 'Late', 7), name(4, 1, 'Placed'), name(4, 2, 'Early', 0)]),
    ]);
    expect(await readOrders(4)).toEqual([
      ['Early', 0],
      ['Placed', 1],
      ['Late', 7],
    ]);
  });

  it('count the siblings below each parent tile', async () => {
    const note = (index: number, parent: number): Json =>
      tile(
        0,
        NOTE,
        { [NOTE]: `note ${index}` },
        { tileid: tileId(9000 - index), parenttile_id: descendingId(5, parent), sortorder: null },
      );
    await importRecords([
      monument(5, [name(5, 0, 'First'), name(5, 1, 'Second'), note(0, 0), note(1, 1), note(2, 0)]),
    ]);
    const orders = new Map((await readOrders(5, NOTE)).map(([text, order]) => [text, order]));
    expect(Object.fromEntries(orders)).toEqual({ 'note 0': 0, 'note 1': 0, 'note 2': 1 });
  });

  it('stay as they are stored where a later file has another order and none of its own', async () => {
    const tiles = [name(6, 0, 'First'), name(6, 1, 'Second'), name(6, 2, 'Third')];
    await importRecords([monument(6, tiles)]);
    const before = await fingerprint(workshop.stack.owner);
    const imported = await importRecords([monument(6, tiles.toReversed())]);
    expect(imported).toMatchObject({ created: 0, updated: 0 });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('put a tile that comes later after its stored siblings', async () => {
    await importRecords([monument(7, [name(7, 0, 'First'), name(7, 1, 'Second', 5)])]);
    await importRecords([
      monument(7, [name(7, 3, 'Fourth'), name(7, 2, 'Fifth'), name(7, 0, 'First')]),
    ]);
    expect(await readOrders(7)).toEqual([
      ['First', 0],
      ['Second', 5],
      ['Fourth', 6],
      ['Fifth', 7],
    ]);
  });

  it('end at the largest number that can be stored', async () => {
    await importRecords([monument(8, [name(8, 0, 'Last', 2 ** 31 - 1)])]);
    await importRecords([monument(8, [name(8, 1, 'Later')])]);
    expect(await readOrders(8)).toEqual([
      ['Last', 2 ** 31 - 1],
      ['Later', 2 ** 31 - 1],
    ]);
  });
});
