import { describe, expect, it } from 'vitest';

import { matchDocument } from '../../../../lib/json-ld/match/match-document.ts';
import { buildLinkedShape } from '../../../../lib/json-ld/linked-shape.ts';
import { buildSpecificationShape } from '../../../../lib/json-ld/specification-shape.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { parseNodegroupId } from '../../../../lib/model/ids.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { contentOf, crm, graphId, base } from '../mill.ts';
import { incoming } from './incoming-tree.ts';
import {
  conceptValue,
  deletedBy,
  match,
  modelOf,
  nodeUri,
  problemsOf,
  rdfValue,
  createStoredTile,
  tilesOf,
  inputOf,
  type SmallModel,
} from './small-models.ts';

const note = crm('P3_has_note');
const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

const model = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  text: { in: 'part', property: note },
  type: { in: 'part', property: hasType, datatype: 'concept-list', class: null },
  below: { in: 'part', property: part, tiles: 'n' },
  note: { property: note, tiles: 'n' },
});

const shapes = { specification: buildSpecificationShape, linked: buildLinkedShape };
const everyShape = ['specification', 'linked'] as const;

/** Writes the stored tiles as a document in the shape, and matches it to the same tiles. */
function matchToItself(
  caseModel: SmallModel,
  tiles: readonly StoredTile[],
  shape: keyof typeof shapes,
) {
  const tree = shapes[shape](contentOf(caseModel.graph, tiles));
  return matchDocument(incoming(tree), inputOf(caseModel, tiles));
}

/** The tiles that a document contains, and those that it deletes. */
function intended(matched: ReturnType<typeof matchToItself>) {
  if (matched.kind === 'refused') throw new Error(JSON.stringify(matched.problems));
  const { tiles, deleted } = matched.intended;
  return {
    tiles: tiles.map(({ tileId, parentTileId, data }) => ({ tileId, parentTileId, data })),
    deleted,
  };
}

/** The stored tiles of these ids, in the form of {@link intended}. */
function asStored(tiles: readonly StoredTile[], ids: readonly string[]) {
  const tilesById = new Map<string, StoredTile>(tiles.map((tile) => [tile.tileId, tile]));
  return ids.map((tileId) => {
    const tile = tilesById.get(tileId);
    return { tileId, parentTileId: tile?.parentTileId, data: tile?.data };
  });
}

const modelOfOneNote = modelOf({ note: { property: note, tiles: '1' } });
const sameProperty = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  below: { in: 'part', property: note, tiles: 'n' },
  note: { property: note, tiles: 'n' },
});
const format = 'http://purl.org/dc/elements/1.1/format';
const pictures = modelOf({
  picture: { property: part, datatype: 'file-list', class: thing, tiles: 'n' },
  format: { in: 'picture', property: format, tiles: 'n' },
  kind: { in: 'picture', property: format, datatype: 'concept', class: null },
});
const photograph = { name: 'mill.jpg', type: 'image/jpeg', url: '/files/1', status: 'uploaded' };
const scan = { name: 'mill.tif', type: 'image/tiff' };

const lostNode = id(900);
const lostNodegroup = parseNodegroupId(id(901));

const keptTiles: readonly {
  readonly title: string;
  readonly model: SmallModel;
  readonly tiles: readonly StoredTile[];
}[] = [
  {
    title: 'tiles whose parent tile is missing, which are written below the root',
    model,
    tiles: [
      createStoredTile(model, 1, 'below', { below: 'x' }, 99),
      createStoredTile(model, 2, 'below', { below: 'y' }, 98),
    ],
  },
  {
    title: 'a tile whose parent tile is missing, beside tiles of the root with the same property',
    model: sameProperty,
    tiles: [
      createStoredTile(sameProperty, 1, 'below', { below: 'x' }, 99),
      createStoredTile(sameProperty, 2, 'note', { note: 'y' }),
    ],
  },
  {
    title: 'a tile whose parent tile is unreadable for the writer',
    model,
    tiles: [createStoredTile(model, 1, 'below', { below: 'x' })],
  },
  {
    title: 'values of nodes that are no longer in the model',
    model,
    tiles: [
      withData(createStoredTile(model, 1, 'part', { text: 'x' }), { [lostNode]: 7 }),
      withData(createStoredTile(model, 2, 'part', {}), { [lostNode]: { deep: ['value'] } }),
    ],
  },
  {
    title: 'values of a node in a tile of another nodegroup',
    model,
    tiles: [withData(createStoredTile(model, 1, 'part', {}), { [model.idOf('note')]: 'stray' })],
  },
  {
    title: 'stored members of a tile that are not values of nodes',
    model,
    tiles: [withData(createStoredTile(model, 1, 'part', { text: 'x' }), { remark: 'old export' })],
  },
  {
    title: 'several tiles of a nodegroup with cardinality 1',
    model: modelOfOneNote,
    tiles: [1, 2, 3].map((number) =>
      createStoredTile(modelOfOneNote, number, 'note', { note: `text ${number}` }),
    ),
  },
  {
    title: 'empty values, such as empty texts and lists',
    model,
    tiles: [
      createStoredTile(model, 1, 'part', { text: '', type: [] }),
      createStoredTile(model, 2, 'part', { text: null }),
      createStoredTile(model, 3, 'note', { note: '' }),
      createStoredTile(model, 4, 'note', { note: null }),
      createStoredTile(model, 5, 'note', {}),
    ],
  },
  {
    title: 'values that are invalid in their model',
    model,
    tiles: [
      createStoredTile(model, 1, 'part', { text: 12, type: 'no concept' }),
      createStoredTile(model, 2, 'note', { note: { odd: true } }),
      createStoredTile(model, 3, 'note', { note: ['x'] }),
    ],
  },
  {
    title: 'a value of a semantic node',
    model,
    tiles: [createStoredTile(model, 1, 'part', { part: 'misplaced', text: 'x' })],
  },
  {
    title: 'a file with a format, beside a node with the same property',
    model: pictures,
    tiles: [
      createStoredTile(pictures, 1, 'picture', { picture: [photograph], kind: null }),
      createStoredTile(pictures, 2, 'picture', { picture: [scan], kind: conceptValue(1) }),
      createStoredTile(pictures, 3, 'format', { format: 'image/tiff' }, 2),
      createStoredTile(pictures, 4, 'picture', { picture: null, kind: null }),
      createStoredTile(pictures, 5, 'format', { format: 'a print' }, 4),
    ],
  },
  {
    title: 'files with and without a URL, each in its own tile',
    model: pictures,
    tiles: [
      createStoredTile(pictures, 1, 'picture', { picture: [scan] }),
      createStoredTile(pictures, 2, 'picture', { picture: [photograph] }),
    ],
  },
  {
    title: 'one value in several forms',
    model,
    tiles: [
      createStoredTile(model, 1, 'note', { note: 'plain' }),
      createStoredTile(model, 2, 'note', { note: { en: { value: 'plain', direction: 'ltr' } } }),
      createStoredTile(model, 3, 'part', { type: [conceptValue(1), conceptValue(2)] }),
      createStoredTile(model, 4, 'part', { type: conceptValue(1) }),
    ],
  },
];

function withData(tile: StoredTile, more: Readonly<Record<string, unknown>>): StoredTile {
  return { ...tile, data: { ...tile.data, ...more } };
}

describe.each(everyShape)('a document in the %s shape that is sent back keeps', (shape) => {
  it.each(keptTiles)('$title', ({ model: caseModel, tiles }) => {
    const intendedChanges = intended(matchToItself(caseModel, tiles, shape));
    const ids = intendedChanges.tiles.map(({ tileId }) => tileId);
    expect(intendedChanges).toEqual({ tiles: asStored(tiles, ids), deleted: [] });
  });
});

/** Nodes that can have empty values: each alone in a tile, and one below a text in the tile of the text. */
const emptyValues = modelOf({
  texts: { property: note, tiles: 'n' },
  concepts: { property: hasType, datatype: 'concept-list', class: null, tiles: 'n' },
  files: { property: part, datatype: 'file-list', class: null, tiles: 'n' },
  text: { property: crm('P1_is_identified_by'), tiles: 'n' },
  type: { in: 'text', property: hasType, datatype: 'concept-list', class: null },
});

describe.each(everyShape)('a copy from a document in the %s shape has a tile', (shape) => {
  it.each([
    {
      title: 'a list of concepts',
      tile: createStoredTile(emptyValues, 1, 'concepts', { concepts: [] }),
    },
    { title: 'a list of files', tile: createStoredTile(emptyValues, 1, 'files', { files: [] }) },
    { title: 'a text', tile: createStoredTile(emptyValues, 1, 'texts', { texts: '' }) },
    {
      title: 'a text by language',
      tile: createStoredTile(emptyValues, 1, 'texts', {
        texts: { en: { value: '', direction: 'ltr' } },
      }),
    },
    {
      title: 'a list below a text',
      tile: createStoredTile(emptyValues, 1, 'text', { text: null, type: [] }),
    },
  ])('whose only value is empty: $title', ({ tile }) => {
    const tree = shapes[shape](contentOf(emptyValues.graph, [tile]));
    const copied = matchDocument(incoming(tree), inputOf(emptyValues, [], { tileIds: 'replace' }));
    expect(tilesOf(copied, emptyValues)).toMatchObject([{ tile: 'new 1', values: {} }]);
  });
});

describe('a tile of a nodegroup that is no longer in the model', () => {
  const lostTile: StoredTile = {
    ...createStoredTile(model, 1, 'note', {}),
    nodegroupId: lostNodegroup,
    data: { [lostNode]: 'lost' },
  };
  const predicate = `${base}/graph/${graphId}#node-${lostNode}`;

  it('is unchanged, whether the document contains it or not', () => {
    for (const document of [{}, { [predicate]: 'lost' }]) {
      const matched = match(document, inputOf(model, [lostTile]));
      expect(tilesOf(matched, model)).toEqual([]);
      expect(deletedBy(matched)).toEqual([]);
    }
  });

  it('cannot be changed by a document', () => {
    const [problem] = problemsOf(match({ [predicate]: 'other' }, inputOf(model, [lostTile])));
    expect(problem).toMatchObject({ code: 'value_without_node' });
  });
});

describe('a tile that the linked shape does not show', () => {
  const tiles = [
    createStoredTile(model, 1, 'note', { note: 'shown' }),
    createStoredTile(model, 2, 'note', { note: null }),
    createStoredTile(model, 3, 'part', { text: 'x' }),
    createStoredTile(model, 4, 'below', { below: null }, 3),
  ];

  it('is kept if a document in the linked shape changes another tile', () => {
    const matched = match({ [note]: 'changed' }, inputOf(model, tiles.slice(0, 2)));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '1', values: { note: 'changed' } }]);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('is deleted with its parent tile', () => {
    expect(deletedBy(match({ [note]: 'shown' }, inputOf(model, tiles)))).toEqual(['3', '4']);
  });

  it('is deleted if a document in the shape of the specification omits it', () => {
    const document = {
      '@type': [crm('E22_Man-Made_Object'), `${base}/graph/${graphId}`],
      [note]: { '@id': nodeUri(1, model.idOf('note')), [rdfValue]: 'shown' },
    };
    const matched = match(document, inputOf(model, tiles.slice(0, 2)));
    expect(deletedBy(matched)).toEqual(['2']);
  });
});

describe('a tile whose parent tile is missing', () => {
  it('is found by its value if a document in the linked shape has only the value', () => {
    const tiles = [createStoredTile(model, 1, 'below', { below: 'x' }, 99)];
    const matched = match({ [part]: 'x' }, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toEqual([
      { tile: '1', of: 'below', in: '99', values: { below: 'x' } },
    ]);
  });

  it('is found by its id', () => {
    const tiles = [createStoredTile(model, 1, 'below', { below: 'x' }, 99)];
    const value = { '@id': nodeUri(1, model.idOf('below')), [rdfValue]: 'y' };
    expect(tilesOf(match({ [part]: value }, inputOf(model, tiles)), model)).toMatchObject([
      { tile: '1', in: '99', values: { below: 'y' } },
    ]);
  });
});
