import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from '../graphs/example.ts';
import { fingerprint, createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import {
  MEASURE,
  monument,
  monumentGraph,
  namedMonument,
  NOTE,
  resourceId,
  tile,
  tileId,
} from '../monuments.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';

const proposals = (value: string) => ({
  7: { value: { [NAME]: value }, status: 'review', action: 'update', reviewer: null },
});

describe('an import of records that are stored already', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const importText = async (text: string) =>
    importResources(
      [await workshop.file('text.json', text)],
      createTestContext(workshop.stack.dataApi),
    );

  const readEdits = (number: number) =>
    workshop.rows(
      `select edit_type, tile_id::text, account_id from edit_log where resource_id = '${resourceId(number)}' order by edit_log_id`,
    );
  const readVersion = async (number: number): Promise<unknown> =>
    (
      await workshop.rows(
        `select version::text from resource where resource_id = '${resourceId(number)}'`,
      )
    )[0]?.[0];
  const fileWithMeasure = (number: number, digits: string): string =>
    `[${JSON.stringify(monument(number, [tile(number, MEASURE, { [MEASURE]: '@' })])).replace('"@"', digits)}]`;

  it('writes no row in any table if nothing has changed', async () => {
    const records = [
      namedMonument(1, { en: { value: 'Mill', direction: 'ltr' } }),
      monument(2, [tile(20, NAME, {}), tile(21, NOTE, {}, { parenttile_id: tileId(20) })], {
        legacyid: 'L2',
      }),
      monument(3),
      monument(4, [tile(4, NAME, { [NAME]: 'A' }, { provisionaledits: proposals('B') })]),
    ];
    await workshop.importRecords(records);
    const before = await fingerprint(workshop.stack.owner);
    const { imported } = await workshop.importRecords(records);
    expect(imported).toMatchObject({ read: 4, created: 0, updated: 0 });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('writes the tiles that differ, and keeps those that the record does not contain', async () => {
    await workshop.importRecords([
      monument(10, [
        tile(100, NAME, { [NAME]: 'Same' }),
        tile(101, NAME, { [NAME]: 'Before' }),
        tile(102, NAME, { [NAME]: 'Left out' }),
      ]),
    ]);
    const { imported } = await workshop.importRecords([
      monument(10, [
        tile(100, NAME, { [NAME]: 'Same' }),
        tile(101, NAME, { [NAME]: 'After' }),
        tile(103, NAME, { [NAME]: 'New' }),
      ]),
    ]);
    expect(imported).toMatchObject({ updated: 1, tilesCreated: 1, tilesUpdated: 1 });
    expect((await readEdits(10)).slice(4)).toEqual([
      ['tile edit', tileId(101), null],
      ['tile create', tileId(103), null],
    ]);
    const stored = await workshop.rows(
      `select data ->> '${NAME}' from tile where resource_id = '${resourceId(10)}' order by tile_id`,
    );
    expect(stored).toEqual([['Same'], ['After'], ['Left out'], ['New']]);
    expect(await readVersion(10)).toBe('2');
  });

  it.each([
    [110, 'its sort order', { sortorder: 1 }, { sortorder: 4 }],
    [120, 'its parent tile', {}, { parenttile_id: tileId(120) }],
    [130, 'added proposals', {}, { provisionaledits: proposals('Other') }],
    [
      140,
      'removed proposals',
      { provisionaledits: proposals('Other') },
      { provisionaledits: null },
    ],
  ])('writes a tile (%i) that differs only in %s', async (number, _what, before, after) => {
    const record = (more: Readonly<Record<string, unknown>>) =>
      monument(number, [
        tile(number, NAME, { [NAME]: 'A' }),
        tile(number + 1, NAME, { [NAME]: 'B' }, more),
      ]);
    await workshop.importRecords([record(before)]);
    const { imported } = await workshop.importRecords([record(after)], { replacesProposals: true });
    expect(imported).toMatchObject({ tilesCreated: 0, tilesUpdated: 1 });
    const expected = { sortorder: 0, parenttile_id: null, provisionaledits: null, ...after };
    const [row] = await workshop.rows(
      `select to_jsonb(t)::text from tile t where t.tile_id = '${tileId(number + 1)}'`,
    );
    expect(JSON.parse(String(row?.[0]))).toMatchObject({
      sort_order: expected.sortorder,
      parent_tile_id: expected.parenttile_id,
      provisional_edits: expected.provisionaledits,
    });
  });

  it('stores the earlier proposals in the edit log', async () => {
    await workshop.importRecords([
      monument(12, [tile(12, NAME, { [NAME]: 'A' }, { provisionaledits: proposals('B') })]),
    ]);
    await workshop.importRecords(
      [monument(12, [tile(12, NAME, { [NAME]: 'A' }, { provisionaledits: null })])],
      { replacesProposals: true },
    );
    const [row] = await workshop.rows(
      `select old_provisional_edits::text, new_provisional_edits::text from edit_log where tile_id = '${tileId(12)}' and edit_type <> 'tile create'`,
    );
    expect([JSON.parse(String(row?.[0])), row?.[1]]).toEqual([proposals('B'), null]);
  });

  it('writes a number with different digits, but not an equal number in another notation', async () => {
    await importText(fileWithMeasure(13, '1.0'));
    expect(await importText(fileWithMeasure(13, '1.00'))).toMatchObject({ tilesUpdated: 1 });
    expect(await importText(fileWithMeasure(14, '1.5e3'))).toMatchObject({ tilesCreated: 1 });
    expect(await importText(fileWithMeasure(14, '1.5e3'))).toMatchObject({ tilesUpdated: 0 });
    expect(await importText(fileWithMeasure(14, '1500'))).toMatchObject({ tilesUpdated: 0 });
  });

  it('does not write a value that differs only in the order of its members', async () => {
    await workshop.importRecords([
      namedMonument(15, { en: { value: 'A', direction: 'ltr' }, ar: {} }),
    ]);
    const { imported } = await workshop.importRecords([
      namedMonument(15, { ar: {}, en: { direction: 'ltr', value: 'A' } }),
    ]);
    expect(imported).toMatchObject({ updated: 0, tilesUpdated: 0 });
  });

  it('writes a different legacy id as a change of the resource instance without tiles', async () => {
    await workshop.importRecords([namedMonument(16, 'A')]);
    const renamed = monument(16, [tile(16, NAME, { [NAME]: 'A' })], { legacyid: 'L16' });
    const { imported } = await workshop.importRecords([renamed]);
    expect(imported).toMatchObject({ updated: 1, tilesUpdated: 0 });
    expect(
      await workshop.rows(
        `select activity_type from activity where resource_id = '${resourceId(16)}' order by ordinal`,
      ),
    ).toEqual([['Create'], ['Update']]);
    await workshop.importRecords([namedMonument(16, 'A')]);
    expect(
      await workshop.rows(
        `select legacy_id, version::text from resource where resource_id = '${resourceId(16)}'`,
      ),
    ).toEqual([['L16', '2']]);
  });

  it('writes only the tile that differs if the tiles together are larger than a request', async () => {
    const repeatText = (text: string): string => text.repeat(400_000);
    const records = (second: string) => [
      monument(17, [
        tile(170, NAME, { [NAME]: repeatText('one ') }),
        tile(171, NAME, { [NAME]: second }),
        tile(172, NAME, { [NAME]: 'short' }),
      ]),
    ];
    await workshop.importRecords(records(repeatText('two ')));
    const { imported } = await workshop.importRecords(records(repeatText('two.')));
    expect(imported).toMatchObject({ tilesCreated: 0, tilesUpdated: 1 });
    expect((await readEdits(17)).filter(([type]) => type === 'tile edit')).toEqual([
      ['tile edit', tileId(171), null],
    ]);
  });

  it.runIf(triesAllCases)(
    'imports legacy ids that together are larger than a request, and finds no difference later',
    async () => {
      const legacyId = (number: number): string => `${number} ${'legacy '.repeat(30_000)}`;
      const records = Array.from({ length: 21 }, (_, index) =>
        monument(200 + index, [], { legacyid: legacyId(index) }),
      );
      expect((await workshop.importRecords(records)).imported).toMatchObject({
        created: 21,
      });
      expect((await workshop.importRecords(records)).imported).toMatchObject({
        updated: 0,
      });
    },
  );
});
