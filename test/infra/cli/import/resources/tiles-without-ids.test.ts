import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { deriveTileId } from '../../../../../lib/model/resources/resource-record.ts';
import { parseResourceId } from '../../../../../lib/model/ids.ts';
import { NAME, TYPE } from '../graphs/example.ts';
import { createTestContext, fingerprint, openWorkshop, type Workshop } from '../importing.ts';
import { MEASURE, monument, monumentGraph, NOTE, resourceId, tile, tileId } from '../monuments.ts';

type Json = Readonly<Record<string, unknown>>;

/** A name tile without an id. */
const nameTile = (name: string, more: Json = {}): Json =>
  tile(0, NAME, { [NAME]: name }, { tileid: undefined, sortorder: undefined, ...more });

const named = (number: number, ...names: readonly string[]): Json =>
  monument(
    number,
    names.map((name) => nameTile(name)),
  );

const positionId = (number: number, index: number, nodegroup: string = NAME): string =>
  deriveTileId(parseResourceId(resourceId(number)), index, nodegroup);

describe('an import of tiles without ids', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(monumentGraph());
  });

  afterAll(async () => workshop.close());

  /** The tile ids and names of a resource instance, ordered by names. */
  const readTiles = async (number: number): Promise<ReadonlyMap<string, string>> => {
    const rows = await workshop.rows(
      `select t.tile_id::text, coalesce(t.data ->> '${NAME}', '') from tile t where t.resource_id = '${resourceId(number)}' order by 2, 1`,
    );
    return new Map(rows.map(([id, name]) => [String(id), String(name)]));
  };
  const readNames = async (number: number): Promise<readonly string[]> => [
    ...(await readTiles(number)).values(),
  ];
  const warnings = (problems: readonly { readonly code: string }[]): readonly string[] =>
    problems.map(({ code }) => code);
  const importFiles = async (...contents: readonly (readonly Json[])[]) => {
    const files = await Promise.all(
      contents.map((records, index) => workshop.file(`part-${index}.json`, records)),
    );
    const context = createTestContext(workshop.stack.dataApi);
    return { ...context, imported: await importResources(files, context) };
  };
  /** Imports the same records again, and expects that no row of any table changes. */
  const expectNothingNew = async (...contents: readonly (readonly Json[])[]) => {
    const before = await fingerprint(workshop.stack.owner);
    const { imported } = await importFiles(...contents);
    expect(imported).toMatchObject({ created: 0, updated: 0 });
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  };

  it('changes nothing if the same file is imported again', async () => {
    const records = [named(1, 'A', 'B', 'C'), named(2, 'A', 'A')];
    await importFiles(records);
    await expectNothingNew(records);
    expect(await readNames(2)).toEqual(['A', 'A']);
  });

  it('keeps the stored tiles if a later file lacks the first of them', async () => {
    await importFiles([named(3, 'A', 'B', 'C')]);
    const before = await readTiles(3);
    await expectNothingNew([named(3, 'B', 'C')]);
    expect(await readTiles(3)).toEqual(before);
  });

  it('finds tiles by their values in any order', async () => {
    await importFiles([named(4, 'A', 'B', 'B', 'C')]);
    await expectNothingNew([named(4, 'C', 'B', 'A', 'B')]);
    expect(await readNames(4)).toEqual(['A', 'B', 'B', 'C']);
  });

  it('adds only what a longer file has more, at any position', async () => {
    await importFiles([named(5, 'A', 'B')]);
    const before = await readTiles(5);
    const { imported } = await importFiles([named(5, 'D', 'A', 'B', 'A')]);
    expect(imported).toMatchObject({ tilesCreated: 2, tilesUpdated: 0 });
    expect(await readNames(5)).toEqual(['A', 'A', 'B', 'D']);
    for (const [id, name] of before) expect((await readTiles(5)).get(id)).toBe(name);
    await expectNothingNew([named(5, 'D', 'A', 'B', 'A')]);
  });

  it('keeps both names of a record that occurs twice in a run', async () => {
    const records = [named(6, 'One'), named(7, 'Other'), named(6, 'Two')];
    await importFiles(records);
    expect(await readNames(6)).toEqual(['One', 'Two']);
    await expectNothingNew(records);
  });

  it('counts the occurrences of a record in one run together, in one file or in several', async () => {
    await importFiles([named(8, 'A')], [named(8, 'A', 'B')], [named(8, 'B', 'C')]);
    expect(await readNames(8)).toEqual(['A', 'A', 'B', 'B', 'C']);
    await expectNothingNew([named(8, 'A')], [named(8, 'A', 'B')], [named(8, 'B', 'C')]);
    await expectNothingNew([named(8, 'B', 'C')], [named(8, 'A', 'B')]);
    await expectNothingNew([named(8, 'A', 'B', 'A', 'B', 'C')]);
  });

  it('stores a changed value as a tile of its own, and reports it', async () => {
    await importFiles([named(9, 'A', 'B')]);
    const { problems } = await importFiles([named(9, 'A', 'B changed')]);
    expect(await readNames(9)).toEqual(['A', 'B', 'B changed']);
    expect(problems).toEqual([
      expect.objectContaining({
        severity: 'warning',
        code: 'tile_without_id_added',
        record: resourceId(9),
        pointer: '/0/tiles/1',
        message: expect.stringContaining(positionId(9, 1)),
      }),
    ]);
    const again = await importFiles([named(9, 'A', 'B changed')]);
    expect(again.problems).toEqual([]);
    await expectNothingNew([named(9, 'A', 'B changed')]);
  });

  it('reports in a dry run what it would add, and writes nothing', async () => {
    await importFiles([named(10, 'A', 'B')]);
    const before = await fingerprint(workshop.stack.owner);
    const { problems } = await workshop.importRecords([named(10, 'A', 'C'), named(10, 'B')], {
      dryRun: true,
    });
    expect(warnings(problems)).toEqual(['tile_without_id_added']);
    expect(await fingerprint(workshop.stack.owner)).toEqual(before);
  });

  it('never overwrites a tile that was added here, whatever its id', async () => {
    const byHand = tile(11, NAME, { [NAME]: 'By hand' }, { tileid: positionId(11, 1) });
    await importFiles([monument(11, [nameTile('A'), byHand])]);
    await importFiles([named(11, 'A', 'B')]);
    expect(await readNames(11)).toEqual(['A', 'B', 'By hand']);
    expect((await readTiles(11)).get(positionId(11, 1))).toBe('By hand');
  });

  it('never overwrites a proposed tile, and does not accept it', async () => {
    const proposed = tile(
      12,
      NAME,
      {},
      {
        tileid: positionId(12, 0),
        provisionaledits: { 7: { value: { [NAME]: 'P' }, status: 'review', action: 'create' } },
      },
    );
    await importFiles([monument(12, [proposed, nameTile('A')])]);
    const readProposed = () =>
      workshop.rows(
        `select to_jsonb(t)::text from tile t where t.tile_id = '${positionId(12, 0)}'`,
      );
    const before = await readProposed();
    await importFiles([named(12, 'B', 'A')]);
    await importFiles([monument(12, [tile(0, NAME, {}, { tileid: undefined })])]);
    expect(await readProposed()).toEqual(before);
    expect(await readNames(12)).toEqual(['', '', 'A', 'B']);
  });

  it('finds a tile that was added here with the same value', async () => {
    await importFiles([monument(13, [tile(13, NAME, { [NAME]: 'A' }, { sortorder: 5 })])]);
    await expectNothingNew([named(13, 'A')]);
    expect(await readNames(13)).toEqual(['A']);
  });

  it('does not count a null as a value', async () => {
    await importFiles([named(14, 'A')]);
    await expectNothingNew([
      monument(14, [{ ...nameTile('A'), tileid: '', data: { [NAME]: 'A', [TYPE]: null } }]),
    ]);
    expect(await readNames(14)).toEqual(['A']);
  });

  it('takes no id that another tile of the record has', async () => {
    const record = monument(15, [
      nameTile('New'),
      tile(15, NAME, { [NAME]: 'Old' }, { tileid: positionId(15, 0) }),
    ]);
    const { problems } = await importFiles([record]);
    expect(problems).toEqual([]);
    expect(await readNames(15)).toEqual(['New', 'Old']);
    await expectNothingNew([record]);
  });

  it('takes no id that a tile of another resource instance has', async () => {
    await importFiles([
      monument(28, [tile(28, NAME, { [NAME]: 'Other' }, { tileid: positionId(27, 0) })]),
    ]);
    const note = tile(0, NOTE, { [NOTE]: 'N' }, { tileid: '', parenttile_id: positionId(27, 0) });
    const records = [monument(27, [nameTile('A'), note])];
    const { problems } = await importFiles(records);
    expect(problems).toEqual([]);
    expect(await readNames(27)).toEqual(['', 'A']);
    await expectNothingNew(records);
  });

  it('does not take for a tile without an id what a tile with an id is in the same record', async () => {
    await importFiles([monument(16, [tile(16, NAME, { [NAME]: 'A' })])]);
    const record = monument(16, [nameTile('A'), tile(16, NAME, { [NAME]: 'B' })]);
    await importFiles([record]);
    expect(await readNames(16)).toEqual(['A', 'B']);
    await expectNothingNew([record]);
  });

  it('writes another sort order of the same value, and keeps it if the file has none', async () => {
    await importFiles([monument(17, [nameTile('A', { sortorder: 1 })])]);
    await expectNothingNew([named(17, 'A')]);
    const { imported } = await importFiles([monument(17, [nameTile('A', { sortorder: 2 })])]);
    expect(imported).toMatchObject({ tilesCreated: 0, tilesUpdated: 1 });
  });

  it('puts tiles below a parent without an id where the parent is', async () => {
    const note = (text: string, parent: string): Json =>
      tile(0, NOTE, { [NOTE]: text }, { tileid: undefined, parenttile_id: parent });
    const readNote = (number: number) =>
      workshop.rows(
        `select p.data ->> '${NAME}', n.data ->> '${NOTE}' from tile n join tile p on p.tile_id = n.parent_tile_id where n.resource_id = '${resourceId(number)}' order by 1, 2`,
      );
    const record = monument(18, [nameTile('A'), note('on A', positionId(18, 0))]);
    await importFiles([record]);
    await expectNothingNew([record]);
    expect(await readNote(18)).toEqual([['A', 'on A']]);

    // The parent is stored under another id than that of its position.
    await importFiles([monument(19, [tile(19, NAME, { [NAME]: 'A' })])]);
    const other = monument(19, [nameTile('A'), note('on A', positionId(19, 0))]);
    await importFiles([other]);
    await expectNothingNew([other]);
    expect(await readNote(19)).toEqual([['A', 'on A']]);

    // A stored tile with an id stays where it is, although its parent has another value in the file.
    await importFiles([
      monument(29, [
        nameTile('A'),
        tile(29, NOTE, { [NOTE]: 'on A' }, { parenttile_id: positionId(29, 0) }),
      ]),
    ]);
    await importFiles([
      monument(29, [
        nameTile('B'),
        tile(29, NOTE, { [NOTE]: 'changed' }, { parenttile_id: positionId(29, 0) }),
      ]),
    ]);
    expect(await readNote(29)).toEqual([['A', 'changed']]);

    // A new tile is below the tile of its file.
    const below = monument(30, [nameTile('B'), note('N', positionId(30, 0))]);
    await importFiles([monument(30, [nameTile('A'), note('N', positionId(30, 0))])]);
    await importFiles([below]);
    await expectNothingNew([below]);
    expect(await readNote(30)).toEqual([
      ['A', 'N'],
      ['B', 'N'],
    ]);

    // Equal notes of two names are two tiles.
    const two = monument(20, [
      tile(20, NAME, { [NAME]: 'A' }),
      tile(21, NAME, { [NAME]: 'B' }),
      note('same', tileId(20)),
      note('same', tileId(21)),
    ]);
    await importFiles([two]);
    const moved = monument(20, [note('same', tileId(21)), note('same', tileId(20))]);
    await expectNothingNew([moved]);
  });

  it('reports a second value of a nodegroup that takes one tile', async () => {
    const noted = (text: string): Json =>
      monument(22, [
        tile(22, NAME, { [NAME]: 'A' }),
        tile(0, NOTE, { [NOTE]: text }, { tileid: undefined, parenttile_id: tileId(22) }),
      ]);
    await importFiles([
      monument(22, [
        tile(22, NAME, { [NAME]: 'A' }),
        tile(23, NOTE, { [NOTE]: 'one' }, { parenttile_id: tileId(22) }),
      ]),
    ]);
    const { problems } = await importFiles([noted('two')]);
    expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['tile_without_id_added', '/0/tiles/1'],
    ]);
    await expectNothingNew([noted('two')]);
  });

  it('tells numbers of different digits apart, but not notations of one number', async () => {
    const measured = (digits: string): string =>
      JSON.stringify([
        monument(24, [tile(0, MEASURE, { [MEASURE]: '@' }, { tileid: null })]),
      ]).replace('"@"', digits);
    const importText = async (text: string) => {
      const context = createTestContext(workshop.stack.dataApi);
      return importResources([await workshop.file('measure.json', text)], context);
    };
    await importText(measured('1.5e3'));
    expect(await importText(measured('1500'))).toMatchObject({ tilesCreated: 0, tilesUpdated: 0 });
    expect(await importText(measured('1500.0'))).toMatchObject({ tilesCreated: 1 });
    expect(await importText(measured('15e2'))).toMatchObject({ tilesCreated: 0, tilesUpdated: 0 });
  });

  it('completes an import that was ended between two occurrences of a record', async () => {
    await importFiles([named(25, 'A')]);
    await importFiles([named(25, 'A'), named(26, 'X'), named(25, 'B', 'A')]);
    expect(await readNames(25)).toEqual(['A', 'A', 'B']);
  });
});
