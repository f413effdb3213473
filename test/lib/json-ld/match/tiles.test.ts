import { describe, expect, it } from 'vitest';

import { id } from '../../../infra/cli/import/graphs/example.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  conceptUri,
  conceptValue,
  deletedBy,
  graphType,
  match,
  modelOf,
  nameOf,
  rdfValue,
  rootClass,
  stored,
  tileId,
  tilesOf,
  inputOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const has = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const seen = crm('P160_has_temporal_projection');
const thing = crm('E24_Physical_Man-Made_Thing');

/** Parts of a thing, each with a text and a type in its tile, and sightings in tiles below it. */
const model = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  text: { in: 'part', property: note },
  type: { in: 'part', property: has, datatype: 'concept', class: null },
  seen: { in: 'part', property: seen, datatype: 'edtf', tiles: 'n' },
});

const tiles = [
  stored(model, 1, 'part', { text: 'wheel', type: conceptValue(1) }),
  stored(model, 2, 'part', { text: 'stone', type: conceptValue(2) }),
  stored(model, 3, 'seen', { seen: '1850' }, 1),
  stored(model, 4, 'seen', { seen: '1860' }, 1),
  stored(model, 5, 'seen', { seen: '1870' }, 2),
];

const typed = (number: number) => ({ [has]: { '@id': conceptUri(number) } });

describe('a tile that has no id in the document continues', () => {
  it('the stored one that holds the same, with all that hangs in it', () => {
    const document = {
      [part]: [
        { [note]: 'stone', ...typed(2), [seen]: '1870' },
        { [note]: 'wheel', ...typed(1), [seen]: ['1860', '1850'] },
      ],
    };
    const matched = match(document, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toEqual([
      { tile: '2', of: 'part', in: null, values: { text: 'stone', type: conceptValue(2) } },
      { tile: '1', of: 'part', in: null, values: { text: 'wheel', type: conceptValue(1) } },
      { tile: '5', of: 'seen', in: '2', values: { seen: '1870' } },
      { tile: '4', of: 'seen', in: '1', values: { seen: '1860' } },
      { tile: '3', of: 'seen', in: '1', values: { seen: '1850' } },
    ]);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('else the one that has most in common with it', () => {
    const document = {
      [part]: [
        { [note]: 'stone', ...typed(9), [seen]: '1871' },
        { [note]: 'a wheel', ...typed(1), [seen]: ['1850', '1860'] },
      ],
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '2', values: { text: 'stone', type: conceptValue(9) } },
      { tile: '1', values: { text: 'a wheel' } },
      { tile: '5', values: { seen: '1871' } },
      { tile: '3' },
      { tile: '4' },
    ]);
  });

  it('else one that is left, in order; and what is left of the document is new', () => {
    const document = { [part]: [{ [note]: 'x' }, { [note]: 'y' }, { [note]: 'z' }] };
    const matched = match(document, inputOf(model, tiles));
    expect(tilesOf(matched, model).map(({ tile }) => tile)).toEqual(['1', '2', 'new 1']);
    expect(deletedBy(matched)).toEqual(['3', '4', '5']);
  });

  it('the only one where there may be one only, whatever it holds', () => {
    const one = modelOf({ text: { property: note, tiles: '1' } });
    const before = [stored(one, 1, 'text', { text: null })];
    expect(tilesOf(match({ [note]: 'new' }, inputOf(one, before)), one)).toMatchObject([
      { tile: '1', values: { text: 'new' } },
    ]);
  });

  it('none that the document names elsewhere', () => {
    const document = {
      [part]: [
        { [note]: 'wheel', ...typed(1) },
        { '@id': nameOf(1, model.idOf('part')), [note]: 'hopper' },
      ],
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '2', values: { text: 'wheel' } },
      { tile: '1', values: { text: 'hopper' } },
    ]);
  });

  it('the one that a node in it names', () => {
    const text = { '@id': nameOf(2, model.idOf('text')), [rdfValue]: 'wheel' };
    const below = { '@id': nameOf(5, model.idOf('seen')), [rdfValue]: '1870' };
    for (const inside of [{ [note]: text }, { [note]: 'wheel', [seen]: below }]) {
      const matched = match({ [part]: inside }, inputOf(model, tiles));
      expect(tilesOf(matched, model)[0]).toMatchObject({ tile: '2', values: { text: 'wheel' } });
    }
  });
});

describe('a tile to whose value another one refers', () => {
  const referring = modelOf({
    text: { property: note, tiles: 'n' },
    see: {
      property: seen,
      datatype: 'node-value',
      class: null,
      tiles: '1',
      config: { nodeid: id(2) },
    },
  });

  it('is not named by that: it is found by what it holds', () => {
    const before = [
      stored(referring, 1, 'text', { text: 'wheel' }),
      stored(referring, 2, 'see', { see: tileId(1) }),
    ];
    const document = { [note]: 'wheel', [seen]: { '@id': nameOf(1, referring.idOf('text')) } };
    expect(tilesOf(match(document, inputOf(referring, before)), referring)).toEqual([
      { tile: '1', of: 'text', in: null, values: { text: 'wheel' } },
      { tile: '2', of: 'see', in: null, values: { see: tileId(1) } },
    ]);
  });
});

describe('a tile that the document names', () => {
  const named = (number: number, more: Record<string, unknown>) => ({
    '@id': nameOf(number, model.idOf('part')),
    ...more,
  });

  it('may be new: it keeps the id', () => {
    const matched = match({ [part]: named(77, { [note]: 'hopper' }) }, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '77', values: { text: 'hopper' } }]);
    expect(deletedBy(matched)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('has another id in a copy, the same one wherever it is named', () => {
    const sighting = { '@id': nameOf(3, model.idOf('seen')), [rdfValue]: '1850' };
    const text = { '@id': nameOf(1, model.idOf('text')), [rdfValue]: 'wheel' };
    const document = { [part]: named(1, { [note]: text, [seen]: sighting }) };
    const matched = match(document, inputOf(model, [], { tileIds: 'renew' }));
    expect(tilesOf(matched, model)).toEqual([
      { tile: 'new 1', of: 'part', in: null, values: { text: 'wheel' } },
      { tile: 'new 2', of: 'seen', in: 'new 1', values: { seen: '1850' } },
    ]);
  });

  it('may move below another tile', () => {
    const sighting = { '@id': nameOf(5, model.idOf('seen')), [rdfValue]: '1870' };
    const document = { [part]: [named(1, { [note]: 'wheel', [seen]: sighting })] };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1' },
      { tile: '5', in: '1' },
    ]);
  });

  it('cannot be one of another nodegroup', () => {
    const document = { [part]: named(3, { [note]: 'wheel' }) };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'tile_of_other_nodegroup /P46_is_composed_of',
    ]);
  });

  it('cannot be another one than that of the node in which it hangs, where they are in one tile', () => {
    const text = { '@id': nameOf(2, model.idOf('text')), [rdfValue]: 'wheel' };
    const document = { [part]: named(1, { [note]: text }) };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'other_tile /P46_is_composed_of/P3_has_note',
    ]);
  });

  it('cannot hang in two places', () => {
    const sighting = { '@id': nameOf(5, model.idOf('seen')), [rdfValue]: '1870' };
    const document = {
      [part]: [named(1, { [seen]: sighting }), named(2, { [seen]: sighting })],
    };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'tile_in_several_places /P46_is_composed_of/1/P160_has_temporal_projection',
    ]);
  });

  it('may be said twice in one place: what is said of it comes together', () => {
    const document = {
      [part]: [named(1, { [note]: 'wheel' }), named(1, { [note]: 'wheel', ...typed(1) })],
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1', values: { text: 'wheel', type: conceptValue(1) } },
    ]);
  });

  it('is found by its id in either letter case', () => {
    const upper = nameOf(1, model.idOf('part')).replace(tileId(1), tileId(1).toUpperCase());
    const document = { [part]: { '@id': upper, [note]: 'wheel' } };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([{ tile: '1' }]);
  });
});

describe('a nodegroup that begins with several nodes', () => {
  const several = modelOf({
    group: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
    text: { property: note, nodegroup: 'group' },
  });

  it('has one tile for all of them where it may have one', () => {
    const document = { [part]: { '@type': thing }, [note]: 'text' };
    expect(tilesOf(match(document, inputOf(several)), several)).toEqual([
      { tile: 'new 1', of: 'group', in: null, values: { text: 'text' } },
    ]);
  });

  it('has one tile for those that name the same', () => {
    const document = {
      [part]: { '@id': nameOf(1, several.idOf('group')) },
      [note]: { '@id': nameOf(1, several.idOf('text')), [rdfValue]: 'text' },
    };
    expect(tilesOf(match(document, inputOf(several)), several)).toEqual([
      { tile: '1', of: 'group', in: null, values: { text: 'text' } },
    ]);
  });
});

describe('a node that belongs to no tile', () => {
  const loose = modelOf({
    group: { property: part, datatype: 'semantic', class: thing },
    text: { in: 'group', property: note, tiles: 'n' },
  });

  it('is passed through, by its own address or without one', () => {
    const address = `https://heritage.test/resources/${id(200)}#${loose.idOf('group')}`;
    for (const group of [{ '@type': thing }, { '@id': address }]) {
      const matched = match({ [part]: { ...group, [note]: ['a', 'b'] } }, inputOf(loose));
      expect(tilesOf(matched, loose)).toMatchObject([
        { in: null, values: { text: 'a' } },
        { in: null, values: { text: 'b' } },
      ]);
    }
  });

  it('is there once', () => {
    const document = { [part]: [{ [note]: 'a' }, { [note]: 'b' }] };
    expect(codesOf(match(document, inputOf(loose)))).toEqual([
      'too_many_values /P46_is_composed_of/1',
    ]);
  });
});

describe('a stored tile that the document leaves out', () => {
  it('goes, with all that hangs in it', () => {
    const document = { [part]: { '@id': nameOf(2, model.idOf('part')), [note]: 'stone' } };
    expect(deletedBy(match(document, inputOf(model, tiles)))).toEqual(['1', '3', '4', '5']);
  });

  it('stays where the document tells of a part only', () => {
    const document = { [part]: { '@id': nameOf(2, model.idOf('part')), [note]: 'stone' } };
    const matched = match(document, inputOf(model, tiles, { missingTiles: 'keep' }));
    expect(deletedBy(matched)).toEqual([]);
    expect(tilesOf(matched, model).map(({ tile }) => tile)).toEqual(['2']);
  });

  it('has values that go one by one, too', () => {
    const document = {
      '@type': [rootClass, graphType],
      [part]: [1, 2].map((number) => ({ '@id': nameOf(number, model.idOf('part')) })),
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1', values: {} },
      { tile: '2', values: {} },
    ]);
  });
});

describe('items of a list, of which a tile may hold one', () => {
  it('come into a tile each, also where several are stored, each elsewhere', () => {
    const listed = modelOf({
      part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
      material: { in: 'part', property: has, datatype: 'reference', class: null, tiles: 'n' },
    });
    const item = (name: string): string => `https://lists.test/items/${name}`;
    const valueOf = (name: string): unknown => [
      {
        uri: item(name),
        list_id: id(6001),
        labels: [{ value: name, language_id: 'en', valuetype_id: 'prefLabel' }],
      },
    ];
    const before = [
      stored(listed, 1, 'part', {}),
      stored(listed, 2, 'part', {}),
      stored(listed, 3, 'material', { material: valueOf('slate') }, 1),
      stored(listed, 4, 'material', { material: valueOf('oak') }, 2),
    ];
    const document = {
      [part]: {
        '@id': nameOf(1, listed.idOf('part')),
        [has]: [{ '@id': item('slate') }, { '@id': item('oak') }],
      },
    };
    const matched = match(document, inputOf(listed, before));
    expect(tilesOf(matched, listed)).toMatchObject([
      { tile: '1', of: 'part' },
      { tile: '3', of: 'material', in: '1', values: { material: [{ uri: item('slate') }] } },
      { tile: 'new 1', of: 'material', in: '1', values: { material: [{ uri: item('oak') }] } },
    ]);
  });
});
