import { describe, expect, it } from 'vitest';

import type { MatchInput } from '../../../../lib/json-ld/match/match-input.ts';
import { listHiddenNodegroupIds } from '../../../../lib/model/graphs/hidden-nodegroups.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  deletedBy,
  match,
  modelOf,
  nodeUri,
  rdfValue,
  createStoredTile,
  tilesOf,
  inputOf,
  type SmallModel,
} from './small-models.ts';

const note = crm('P3_has_note');
const mark = crm('P65_shows_visual_item');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

/** The input for documents that may omit hidden nodegroups, as if `hidden=false` was not sent. */
const inputWithHiddenOmitted = (
  model: SmallModel,
  tiles: Parameters<typeof inputOf>[1] = [],
  overrides: Partial<MatchInput> = {},
): MatchInput =>
  inputOf(model, tiles, { hiddenNodegroups: listHiddenNodegroupIds(model.graph), ...overrides });

const visibleAndHidden = modelOf({
  shown: { property: note, tiles: 'n' },
  hidden: { property: note, tiles: 'n', isHidden: true },
});
const singleHidden = modelOf({
  name: { property: note, tiles: '1' },
  one: { property: mark, tiles: '1', isHidden: true },
});
const manyHidden = modelOf({ mark: { property: mark, tiles: 'n', isHidden: true } });
const nested = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  note: { in: 'part', property: note },
  mark: { in: 'part', property: mark, tiles: 'n', isHidden: true },
});

describe('a hidden node', () => {
  it('is no candidate if a visible node fits', () => {
    const matched = match({ [note]: ['a', 'b'] }, inputWithHiddenOmitted(visibleAndHidden));
    expect(tilesOf(matched, visibleAndHidden).map((tile) => tile.of)).toEqual(['shown', 'shown']);
  });

  it('is an equal candidate if the document includes hidden nodegroups', () => {
    expect(codesOf(match({ [note]: 'a' }, inputOf(visibleAndHidden)))).toEqual([
      'ambiguous /P3_has_note',
    ]);
  });

  it('is chosen if the @id names it', () => {
    const namedValue = { '@id': nodeUri(1, visibleAndHidden.idOf('hidden')), [rdfValue]: 'a' };
    expect(
      tilesOf(
        match({ [note]: ['b', namedValue] }, inputWithHiddenOmitted(visibleAndHidden)),
        visibleAndHidden,
      ),
    ).toEqual([
      { tile: 'new 1', of: 'shown', in: null, values: { shown: 'b' } },
      { tile: '1', of: 'hidden', in: null, values: { hidden: 'a' } },
    ]);
  });

  it('is chosen if the value fits no visible node', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'number' },
      hidden: { property: note, tiles: 'n', isHidden: true },
    });
    const matched = match({ [note]: [12, 'twelve'] }, inputWithHiddenOmitted(model));
    expect(tilesOf(matched, model).map((tile) => tile.of)).toEqual(['shown', 'hidden']);
  });

  it('gets a value for which the visible node has no tile left only if an @id names the node', () => {
    const model = modelOf({
      shown: { property: note, tiles: '1' },
      hidden: { property: note, tiles: '1', isHidden: true },
    });
    const tiles = [
      createStoredTile(model, 1, 'shown', { shown: 'a' }),
      createStoredTile(model, 2, 'hidden', { hidden: 'b' }),
    ];
    const matched = match({ [note]: ['b', 'a'] }, inputWithHiddenOmitted(model, tiles));
    expect(codesOf(matched)).toEqual(['ambiguous /P3_has_note/1']);
    const namedValue = { '@id': nodeUri(2, model.idOf('hidden')), [rdfValue]: 'b' };
    const matchedById = match({ [note]: [namedValue, 'a'] }, inputWithHiddenOmitted(model, tiles));
    expect(tilesOf(matchedById, model)).toMatchObject([
      { tile: '2', values: { hidden: 'b' } },
      { tile: '1', values: { shown: 'a' } },
    ]);
  });

  it('is chosen among hidden nodes by its stored value, and the tiles of the other nodes are kept', () => {
    const model = modelOf({
      first: { property: note, tiles: 'n', isHidden: true },
      second: { property: note, tiles: 'n', isHidden: true },
    });
    const tiles = [
      createStoredTile(model, 1, 'first', { first: 'a' }),
      createStoredTile(model, 2, 'second', { second: 'b' }),
    ];
    const matched = match({ [note]: 'b' }, inputWithHiddenOmitted(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '2', values: { second: 'b' } }]);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('is chosen if the visible node would write the value in another form', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'date', class: null },
      hidden: { property: note, tiles: 'n', class: null, isHidden: true },
    });
    const matched = match({ [note]: '01850' }, inputWithHiddenOmitted(model));
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'hidden', values: { hidden: '01850' } }]);
  });

  it('is chosen for its stored value if documents write this value without a node URI', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'reference', isRequired: true },
      hidden: { property: note, tiles: 'n', datatype: 'url', isHidden: true },
    });
    const url = { url: 'https://mills.test/old', url_label: '' };
    const tiles = [createStoredTile(model, 1, 'hidden', { hidden: url })];
    const document = { [note]: { '@id': url.url } };
    expect(tilesOf(match(document, inputWithHiddenOmitted(model, tiles)), model)).toMatchObject([
      { tile: '1', values: { hidden: url } },
    ]);
    expect(tilesOf(match(document, inputWithHiddenOmitted(model)), model)).toMatchObject([
      { of: 'shown' },
    ]);
  });
});

describe('the tile of a hidden nodegroup', () => {
  const twoTiles = [
    createStoredTile(manyHidden, 1, 'mark', { mark: 'a' }),
    createStoredTile(manyHidden, 2, 'mark', { mark: 'b' }),
  ];

  it.each([
    ['omits the nodegroup', {}],
    ['has another stored value of the nodegroup', { [mark]: 'a' }],
    ['has a new value of the nodegroup', { [mark]: 'c' }],
  ])('is kept if the document %s', (_, properties) => {
    expect(deletedBy(match(properties, inputWithHiddenOmitted(manyHidden, twoTiles)))).toEqual([]);
  });

  it('is deleted if the document includes hidden nodegroups but omits the tile', () => {
    expect(deletedBy(match({ [mark]: 'a' }, inputOf(manyHidden, twoTiles)))).toEqual(['2']);
  });

  it('is matched to an equal value, and another value gets a new tile', () => {
    const tiles = tilesOf(
      match({ [mark]: ['c', 'b'] }, inputWithHiddenOmitted(manyHidden, twoTiles)),
      manyHidden,
    );
    expect(tiles.map(({ tile }) => tile)).toEqual(['new 1', '2']);
  });

  it('is not changed by another value, even if it is the only tile', () => {
    const matched = match(
      { [mark]: 'c' },
      inputWithHiddenOmitted(manyHidden, twoTiles.slice(0, 1)),
    );
    expect(tilesOf(matched, manyHidden).map(({ tile }) => tile)).toEqual(['new 1']);
  });

  it('is matched to any value if the cardinality is 1', () => {
    const tiles = [createStoredTile(singleHidden, 1, 'one', { one: 'a' })];
    for (const text of ['a', 'c']) {
      const matched = match({ [mark]: text }, inputWithHiddenOmitted(singleHidden, tiles));
      expect(tilesOf(matched, singleHidden)).toMatchObject([{ tile: '1', values: { one: text } }]);
    }
  });

  it('is kept below a visible tile that the document omits', () => {
    const tiles = [
      createStoredTile(nested, 1, 'part', { note: 'a' }),
      createStoredTile(nested, 2, 'mark', { mark: 'b' }, 1),
    ];
    expect(deletedBy(match({}, inputWithHiddenOmitted(nested, tiles)))).toEqual(['1']);
    expect(deletedBy(match({}, inputOf(nested, tiles)))).toEqual(['1', '2']);
  });

  it('has no effect on the matching of parent tiles if the document omits it', () => {
    const tiles = [
      createStoredTile(nested, 1, 'part', { note: 'a' }),
      createStoredTile(nested, 2, 'part', { note: 'b' }),
      createStoredTile(nested, 3, 'mark', { mark: 'c' }, 2),
    ];
    const parts = [{ [note]: 'b' }, { [note]: 'a' }];
    const matched = match({ [part]: parts }, inputWithHiddenOmitted(nested, tiles));
    expect(tilesOf(matched, nested).map(({ tile }) => tile)).toEqual(['2', '1']);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('is kept if the document only refers to it', () => {
    const config = { nodeid: singleHidden.idOf('one') };
    const referring = modelOf({
      about: { property: note, tiles: '1', datatype: 'node-value', config },
      mark: { property: mark, tiles: '1', isHidden: true },
    });
    const tiles = [
      createStoredTile(referring, 1, 'mark', { mark: 'a' }),
      createStoredTile(referring, 2, 'about', {
        about: createStoredTile(referring, 1, 'mark', {}).tileId,
      }),
    ];
    const document = { [note]: { '@id': nodeUri(1, referring.idOf('mark')) } };
    expect(deletedBy(match(document, inputWithHiddenOmitted(referring, tiles)))).toEqual([]);
  });
});
