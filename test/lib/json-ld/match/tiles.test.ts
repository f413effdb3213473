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
  nodeUri,
  rdfValue,
  rootClass,
  createStoredTile,
  tileId,
  tilesOf,
  inputOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const seen = crm('P160_has_temporal_projection');
const thing = crm('E24_Physical_Man-Made_Thing');

/** Parts of a thing, each with a text and a type in its tile, and sightings in tiles below it. */
const model = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  text: { in: 'part', property: note },
  type: { in: 'part', property: hasType, datatype: 'concept', class: null },
  seen: { in: 'part', property: seen, datatype: 'edtf', tiles: 'n' },
});

const tiles = [
  createStoredTile(model, 1, 'part', { text: 'wheel', type: conceptValue(1) }),
  createStoredTile(model, 2, 'part', { text: 'stone', type: conceptValue(2) }),
  createStoredTile(model, 3, 'seen', { seen: '1850' }, 1),
  createStoredTile(model, 4, 'seen', { seen: '1860' }, 1),
  createStoredTile(model, 5, 'seen', { seen: '1870' }, 2),
];

const typeProperty = (number: number) => ({ [hasType]: { '@id': conceptUri(number) } });

describe('a tile without an id in the document is matched to', () => {
  it('the stored tile with the same values, as are the tiles below it', () => {
    const document = {
      [part]: [
        { [note]: 'stone', ...typeProperty(2), [seen]: '1870' },
        { [note]: 'wheel', ...typeProperty(1), [seen]: ['1860', '1850'] },
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

  it('the most similar stored tile if none has the same values', () => {
    const document = {
      [part]: [
        { [note]: 'stone', ...typeProperty(9), [seen]: '1871' },
        { [note]: 'a wheel', ...typeProperty(1), [seen]: ['1850', '1860'] },
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

  it('the next remaining stored tile if none is similar, or to a new tile if none is left', () => {
    const document = { [part]: [{ [note]: 'x' }, { [note]: 'y' }, { [note]: 'z' }] };
    const matched = match(document, inputOf(model, tiles));
    expect(tilesOf(matched, model).map(({ tile }) => tile)).toEqual(['1', '2', 'new 1']);
    expect(deletedBy(matched)).toEqual(['3', '4', '5']);
  });

  it('the only stored tile if the cardinality is 1, whatever its values', () => {
    const singleText = modelOf({ text: { property: note, tiles: '1' } });
    const before = [createStoredTile(singleText, 1, 'text', { text: null })];
    expect(
      tilesOf(match({ [note]: 'new' }, inputOf(singleText, before)), singleText),
    ).toMatchObject([{ tile: '1', values: { text: 'new' } }]);
  });

  it('no stored tile that the document names in another place', () => {
    const document = {
      [part]: [
        { [note]: 'wheel', ...typeProperty(1) },
        { '@id': nodeUri(1, model.idOf('part')), [note]: 'hopper' },
      ],
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '2', values: { text: 'wheel' } },
      { tile: '1', values: { text: 'hopper' } },
    ]);
  });

  it('the stored tile that is named by the @id of a node in the tile or below it', () => {
    const text = { '@id': nodeUri(2, model.idOf('text')), [rdfValue]: 'wheel' };
    const below = { '@id': nodeUri(5, model.idOf('seen')), [rdfValue]: '1870' };
    for (const partMembers of [{ [note]: text }, { [note]: 'wheel', [seen]: below }]) {
      const matched = match({ [part]: partMembers }, inputOf(model, tiles));
      expect(tilesOf(matched, model)[0]).toMatchObject({ tile: '2', values: { text: 'wheel' } });
    }
  });
});

describe('a tile to which a value of another tile refers', () => {
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

  it('is not regarded as named by that reference, but is found by its values', () => {
    const before = [
      createStoredTile(referring, 1, 'text', { text: 'wheel' }),
      createStoredTile(referring, 2, 'see', { see: tileId(1) }),
    ];
    const document = { [note]: 'wheel', [seen]: { '@id': nodeUri(1, referring.idOf('text')) } };
    expect(tilesOf(match(document, inputOf(referring, before)), referring)).toEqual([
      { tile: '1', of: 'text', in: null, values: { text: 'wheel' } },
      { tile: '2', of: 'see', in: null, values: { see: tileId(1) } },
    ]);
  });
});

describe('a tile that the document names', () => {
  const namedPart = (number: number, more: Record<string, unknown>) => ({
    '@id': nodeUri(number, model.idOf('part')),
    ...more,
  });

  it('may be new, and keeps its id', () => {
    const matched = match({ [part]: namedPart(77, { [note]: 'hopper' }) }, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '77', values: { text: 'hopper' } }]);
    expect(deletedBy(matched)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('gets one new id in a copy, for all of its nodes', () => {
    const sighting = { '@id': nodeUri(3, model.idOf('seen')), [rdfValue]: '1850' };
    const text = { '@id': nodeUri(1, model.idOf('text')), [rdfValue]: 'wheel' };
    const document = { [part]: namedPart(1, { [note]: text, [seen]: sighting }) };
    const matched = match(document, inputOf(model, [], { tileIds: 'replace' }));
    expect(tilesOf(matched, model)).toEqual([
      { tile: 'new 1', of: 'part', in: null, values: { text: 'wheel' } },
      { tile: 'new 2', of: 'seen', in: 'new 1', values: { seen: '1850' } },
    ]);
  });

  it('may move below another tile', () => {
    const sighting = { '@id': nodeUri(5, model.idOf('seen')), [rdfValue]: '1870' };
    const document = { [part]: [namedPart(1, { [note]: 'wheel', [seen]: sighting })] };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1' },
      { tile: '5', in: '1' },
    ]);
  });

  it('must not belong to another nodegroup', () => {
    const document = { [part]: namedPart(3, { [note]: 'wheel' }) };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'tile_of_other_nodegroup /P46_is_composed_of',
    ]);
  });

  it('must be the tile of the parent node if both nodes are in one nodegroup', () => {
    const text = { '@id': nodeUri(2, model.idOf('text')), [rdfValue]: 'wheel' };
    const document = { [part]: namedPart(1, { [note]: text }) };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'other_tile /P46_is_composed_of/P3_has_note',
    ]);
  });

  it('must not have two parent tiles', () => {
    const sighting = { '@id': nodeUri(5, model.idOf('seen')), [rdfValue]: '1870' };
    const document = {
      [part]: [namedPart(1, { [seen]: sighting }), namedPart(2, { [seen]: sighting })],
    };
    expect(codesOf(match(document, inputOf(model, tiles)))).toEqual([
      'tile_in_several_places /P46_is_composed_of/1/P160_has_temporal_projection',
    ]);
  });

  it('may occur twice in one place, and gets the values of both occurrences', () => {
    const document = {
      [part]: [
        namedPart(1, { [note]: 'wheel' }),
        namedPart(1, { [note]: 'wheel', ...typeProperty(1) }),
      ],
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1', values: { text: 'wheel', type: conceptValue(1) } },
    ]);
  });

  it('is found by its id in either letter case', () => {
    const upper = nodeUri(1, model.idOf('part')).replace(tileId(1), tileId(1).toUpperCase());
    const document = { [part]: { '@id': upper, [note]: 'wheel' } };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([{ tile: '1' }]);
  });
});

describe('a nodegroup with several top nodes', () => {
  const several = modelOf({
    group: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
    text: { property: note, nodegroup: 'group' },
  });

  it('has one tile for all these nodes if its cardinality is 1', () => {
    const document = { [part]: { '@type': thing }, [note]: 'text' };
    expect(tilesOf(match(document, inputOf(several)), several)).toEqual([
      { tile: 'new 1', of: 'group', in: null, values: { text: 'text' } },
    ]);
  });

  it('has one tile for all nodes that name the same tile', () => {
    const document = {
      [part]: { '@id': nodeUri(1, several.idOf('group')) },
      [note]: { '@id': nodeUri(1, several.idOf('text')), [rdfValue]: 'text' },
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

  it('is accepted with or without its own @id, and its children become tiles of the root', () => {
    const address = `https://heritage.test/resources/${id(200)}#${loose.idOf('group')}`;
    for (const group of [{ '@type': thing }, { '@id': address }]) {
      const matched = match({ [part]: { ...group, [note]: ['a', 'b'] } }, inputOf(loose));
      expect(tilesOf(matched, loose)).toMatchObject([
        { in: null, values: { text: 'a' } },
        { in: null, values: { text: 'b' } },
      ]);
    }
  });

  it('must occur only once', () => {
    const document = { [part]: [{ [note]: 'a' }, { [note]: 'b' }] };
    expect(codesOf(match(document, inputOf(loose)))).toEqual([
      'too_many_values /P46_is_composed_of/1',
    ]);
  });
});

describe('a stored tile that is missing or empty in the document', () => {
  it('is deleted if it is missing, with all tiles below it', () => {
    const document = { [part]: { '@id': nodeUri(2, model.idOf('part')), [note]: 'stone' } };
    expect(deletedBy(match(document, inputOf(model, tiles)))).toEqual(['1', '3', '4', '5']);
  });

  it('is kept if it is missing and missing tiles are to be kept', () => {
    const document = { [part]: { '@id': nodeUri(2, model.idOf('part')), [note]: 'stone' } };
    const matched = match(document, inputOf(model, tiles, { missingTiles: 'keep' }));
    expect(deletedBy(matched)).toEqual([]);
    expect(tilesOf(matched, model).map(({ tile }) => tile)).toEqual(['2']);
  });

  it('is kept without values if the document contains only its @id', () => {
    const document = {
      '@type': [rootClass, graphType],
      [part]: [1, 2].map((number) => ({ '@id': nodeUri(number, model.idOf('part')) })),
    };
    expect(tilesOf(match(document, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1', values: {} },
      { tile: '2', values: {} },
    ]);
  });
});

describe('list items of a node that stores one item per tile', () => {
  it('get one tile each, even if they are stored below different parent tiles', () => {
    const listed = modelOf({
      part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
      material: { in: 'part', property: hasType, datatype: 'reference', class: null, tiles: 'n' },
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
      createStoredTile(listed, 1, 'part', {}),
      createStoredTile(listed, 2, 'part', {}),
      createStoredTile(listed, 3, 'material', { material: valueOf('slate') }, 1),
      createStoredTile(listed, 4, 'material', { material: valueOf('oak') }, 2),
    ];
    const document = {
      [part]: {
        '@id': nodeUri(1, listed.idOf('part')),
        [hasType]: [{ '@id': item('slate') }, { '@id': item('oak') }],
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
