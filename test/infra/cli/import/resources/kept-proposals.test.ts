import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { NAME } from '../graphs/example.ts';
import { createTestContext, fingerprint, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, NOTE, resourceId, tile, tileId } from '../monuments.ts';

type Json = Readonly<Record<string, unknown>>;

/** A proposal of a name. */
const proposal = (name: string, action = 'update'): Json => ({
  value: { [NAME]: name },
  status: 'review',
  action,
  reviewer: null,
});

describe('an import over stored proposals', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  const importFile = async (record: Json, options?: Parameters<typeof createTestContext>[1]) => {
    const context = createTestContext(workshop.stack.dataApi, options);
    const imported = await importResources(
      [await workshop.file('records.json', [record])],
      context,
    );
    return { imported, problems: context.problems.map(({ code, pointer }) => [code, pointer]) };
  };
  const readTile = async (number: number): Promise<Json> => {
    const [row] = await workshop.rows(
      `select to_jsonb(t)::text from tile t where t.tile_id = '${tileId(number)}'`,
    );
    return JSON.parse(String(row?.[0]));
  };
  const named = (number: number, name: string, more: Json = {}): Json =>
    monument(number, [tile(number, NAME, { [NAME]: name }, more)]);
  const warningOf = (index: number): readonly unknown[] => [
    'proposals_kept',
    `/0/tiles/${index}/provisionaledits`,
  ];
  const edits = { 7: proposal('Proposed'), 8: proposal('Other') };

  it('keeps them without a warning if the file says nothing about proposals', async () => {
    await importFile(named(1, 'A', { provisionaledits: edits }));
    const before = await fingerprint(workshop.stack.owner);
    const { imported, problems } = await importFile(named(1, 'A'));
    expect([imported.updated, problems]).toEqual([0, []]);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
    await importFile(named(1, 'B'));
    expect(await readTile(1)).toMatchObject({
      data: { [NAME]: 'B' },
      provisional_edits: edits,
      is_proposed: false,
    });
  });

  it.each([
    [2, 'null', null],
    [3, 'an empty object', {}],
  ])('keeps them (%i) with a warning if the file has %s', async (number, _what, written) => {
    await importFile(named(number, 'A', { provisionaledits: edits }));
    const before = await fingerprint(workshop.stack.owner);
    const again = await importFile(named(number, 'A', { provisionaledits: written }));
    expect([again.imported.updated, again.problems]).toEqual([0, [warningOf(0)]]);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('warns of them in a dry run', async () => {
    await importFile(named(4, 'A', { provisionaledits: edits }));
    const { problems } = await importFile(named(4, 'A', { provisionaledits: null }), {
      dryRun: true,
    });
    expect(problems).toEqual([warningOf(0)]);
  });

  it('keeps those that were made or changed after the export, and adds those of other authors', async () => {
    await importFile(named(5, 'A', { provisionaledits: edits }));
    const exported = { 7: proposal('Earlier'), 9: proposal('New') };
    const { imported, problems } = await importFile(named(5, 'A', { provisionaledits: exported }));
    expect([imported.tilesUpdated, problems]).toEqual([1, [warningOf(0)]]);
    const expected = { ...edits, 9: proposal('New') };
    expect((await readTile(5))['provisional_edits']).toEqual(expected);
    const again = await importFile(named(5, 'A', { provisionaledits: exported }));
    expect(again.imported.updated).toBe(0);
  });

  it('keeps a proposed tile and a proposal below it as proposals', async () => {
    const proposedTile = (more: Json): Json => tile(6, NAME, {}, more);
    const record = (more: Json): Json =>
      monument(6, [
        { ...proposedTile(more), sortorder: more === own ? 0 : 3 },
        tile(60, NOTE, {}, { parenttile_id: tileId(6), ...more }),
      ]);
    const own = { provisionaledits: { 7: proposal('Proposed', 'create') } };
    await importFile(record(own));
    await importFile(record({}));
    for (const number of [6, 60])
      expect(await readTile(number)).toMatchObject({
        provisional_edits: own.provisionaledits,
        is_proposed: true,
      });
    expect(await readTile(6)).toMatchObject({ sort_order: 3 });
  });

  it('replaces and removes them with the flag, but not where the file says nothing', async () => {
    const record = (provisionaledits: unknown): Json =>
      monument(7, [
        tile(70, NAME, { [NAME]: 'A' }, { provisionaledits }),
        tile(71, NAME, { [NAME]: 'B' }, { provisionaledits: edits }),
        tile(72, NAME, { [NAME]: 'C' }, { provisionaledits }),
      ]);
    await importFile(record(edits));
    const file = monument(7, [
      tile(70, NAME, { [NAME]: 'A' }, { provisionaledits: null }),
      tile(71, NAME, { [NAME]: 'B' }),
      tile(72, NAME, { [NAME]: 'C' }, { provisionaledits: { 7: proposal('Replaced') } }),
    ]);
    const { problems } = await importFile(file, { replacesProposals: true });
    expect(problems).toEqual([]);
    expect((await readTile(70))['provisional_edits']).toBeNull();
    expect((await readTile(71))['provisional_edits']).toEqual(edits);
    expect((await readTile(72))['provisional_edits']).toEqual({ 7: proposal('Replaced') });
  });

  it('keeps them if it finds their tile by its values, or salvages it', async () => {
    const record = monument(8, [
      tile(8, NAME, { [NAME]: 'A' }, { provisionaledits: edits }),
      tile(80, NAME, { [NAME]: 'B' }, { provisionaledits: edits }),
    ]);
    await importFile(record);
    const before = await fingerprint(workshop.stack.owner, ['tile', 'edit_log']);
    const { problems } = await importFile(
      monument(8, [
        tile(0, NAME, { [NAME]: 'B' }, { tileid: null }),
        tile(0, NAME, { [NAME]: 'A' }, { tileid: null, provisionaledits: null }),
      ]),
    );
    expect(problems).toEqual([warningOf(1)]);
    const damaged = JSON.stringify([record]).replaceAll(JSON.stringify(edits), '[]');
    const context = createTestContext(workshop.stack.dataApi, { salvage: true });
    await importResources([await workshop.file('damaged.json', damaged)], context);
    expect(await fingerprint(workshop.stack.owner, ['tile', 'edit_log'])).toEqual(before);
    expect(
      await workshop.rows(
        `select count(*)::integer from tile where resource_id = '${resourceId(8)}'`,
      ),
    ).toEqual([['2']]);
  });
});
