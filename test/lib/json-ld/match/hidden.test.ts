import { describe, expect, it } from 'vitest';

import type { MatchInput } from '../../../../lib/json-ld/match/match-input.ts';
import { hiddenNodegroups } from '../../../../lib/model/graphs/hidden-nodegroups.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  deletedBy,
  match,
  modelOf,
  nameOf,
  rdfValue,
  stored,
  tilesOf,
  inputOf,
  type SmallModel,
} from './small-models.ts';

const note = crm('P3_has_note');
const mark = crm('P65_shows_visual_item');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

/** Documents that need not have what is hidden, as without hidden=false. */
const leavingHidden = (
  model: SmallModel,
  tiles: Parameters<typeof inputOf>[1] = [],
  more: Partial<MatchInput> = {},
): MatchInput =>
  inputOf(model, tiles, { hiddenNodegroups: hiddenNodegroups(model.graph), ...more });

const shown = modelOf({
  shown: { property: note, tiles: 'n' },
  hidden: { property: note, tiles: 'n', isHidden: true },
});
const alone = modelOf({
  name: { property: note, tiles: '1' },
  one: { property: mark, tiles: '1', isHidden: true },
});
const many = modelOf({ mark: { property: mark, tiles: 'n', isHidden: true } });
const nested = modelOf({
  part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
  note: { in: 'part', property: note },
  mark: { in: 'part', property: mark, tiles: 'n', isHidden: true },
});

describe('a hidden node', () => {
  it('is no candidate where a visible one fits', () => {
    const matched = match({ [note]: ['a', 'b'] }, leavingHidden(shown));
    expect(tilesOf(matched, shown).map((tile) => tile.of)).toEqual(['shown', 'shown']);
  });

  it('is as good as any where the document is complete', () => {
    expect(codesOf(match({ [note]: 'a' }, inputOf(shown)))).toEqual(['ambiguous /P3_has_note']);
  });

  it('is a candidate where an id names it', () => {
    const named = { '@id': nameOf(1, shown.idOf('hidden')), [rdfValue]: 'a' };
    expect(tilesOf(match({ [note]: ['b', named] }, leavingHidden(shown)), shown)).toEqual([
      { tile: 'new 1', of: 'shown', in: null, values: { shown: 'b' } },
      { tile: '1', of: 'hidden', in: null, values: { hidden: 'a' } },
    ]);
  });

  it('is a candidate where no visible one fits by its value', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'number' },
      hidden: { property: note, tiles: 'n', isHidden: true },
    });
    const matched = match({ [note]: [12, 'twelve'] }, leavingHidden(model));
    expect(tilesOf(matched, model).map((tile) => tile.of)).toEqual(['shown', 'hidden']);
  });

  it('is possible for values for which the visible one has no room, but which of them is not clear', () => {
    const model = modelOf({
      shown: { property: note, tiles: '1' },
      hidden: { property: note, tiles: '1', isHidden: true },
    });
    const tiles = [
      stored(model, 1, 'shown', { shown: 'a' }),
      stored(model, 2, 'hidden', { hidden: 'b' }),
    ];
    const matched = match({ [note]: ['b', 'a'] }, leavingHidden(model, tiles));
    expect(codesOf(matched)).toEqual(['ambiguous /P3_has_note/1']);
    const named = { '@id': nameOf(2, model.idOf('hidden')), [rdfValue]: 'b' };
    const clear = match({ [note]: [named, 'a'] }, leavingHidden(model, tiles));
    expect(tilesOf(clear, model)).toMatchObject([
      { tile: '2', values: { hidden: 'b' } },
      { tile: '1', values: { shown: 'a' } },
    ]);
  });

  it('is found by what is stored among several, where the others are not in the document', () => {
    const model = modelOf({
      first: { property: note, tiles: 'n', isHidden: true },
      second: { property: note, tiles: 'n', isHidden: true },
    });
    const tiles = [
      stored(model, 1, 'first', { first: 'a' }),
      stored(model, 2, 'second', { second: 'b' }),
    ];
    const matched = match({ [note]: 'b' }, leavingHidden(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '2', values: { second: 'b' } }]);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('is the one that is meant where a visible one would write the value otherwise', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'date', class: null },
      hidden: { property: note, tiles: 'n', class: null, isHidden: true },
    });
    const matched = match({ [note]: '01850' }, leavingHidden(model));
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'hidden', values: { hidden: '01850' } }]);
  });

  it('is the one that is meant where its value is stored, and documents write it without an id', () => {
    const model = modelOf({
      shown: { property: note, tiles: 'n', datatype: 'reference', isRequired: true },
      hidden: { property: note, tiles: 'n', datatype: 'url', isHidden: true },
    });
    const url = { url: 'https://mills.test/old', url_label: '' };
    const tiles = [stored(model, 1, 'hidden', { hidden: url })];
    const document = { [note]: { '@id': url.url } };
    expect(tilesOf(match(document, leavingHidden(model, tiles)), model)).toMatchObject([
      { tile: '1', values: { hidden: url } },
    ]);
    expect(tilesOf(match(document, leavingHidden(model)), model)).toMatchObject([{ of: 'shown' }]);
  });
});

describe('the tile of a hidden nodegroup', () => {
  const two = [stored(many, 1, 'mark', { mark: 'a' }), stored(many, 2, 'mark', { mark: 'b' })];

  it.each([
    ['says nothing of it', {}],
    ['says another of the same nodegroup', { [mark]: 'a' }],
    ['says a new one', { [mark]: 'c' }],
  ])('stays where the document %s', (_, properties) => {
    expect(deletedBy(match(properties, leavingHidden(many, two)))).toEqual([]);
  });

  it('is deleted where the document is complete', () => {
    expect(deletedBy(match({ [mark]: 'a' }, inputOf(many, two)))).toEqual(['2']);
  });

  it('is the one that says the same, and what says something else is a tile of its own', () => {
    const tiles = tilesOf(match({ [mark]: ['c', 'b'] }, leavingHidden(many, two)), many);
    expect(tiles.map(({ tile }) => tile)).toEqual(['new 1', '2']);
  });

  it('is not changed by what says something else, also where it is the only one', () => {
    const matched = match({ [mark]: 'c' }, leavingHidden(many, two.slice(0, 1)));
    expect(tilesOf(matched, many).map(({ tile }) => tile)).toEqual(['new 1']);
  });

  it('is continued where there may be one, whatever it says', () => {
    const tiles = [stored(alone, 1, 'one', { one: 'a' })];
    for (const text of ['a', 'c']) {
      const matched = match({ [mark]: text }, leavingHidden(alone, tiles));
      expect(tilesOf(matched, alone)).toMatchObject([{ tile: '1', values: { one: text } }]);
    }
  });

  it('stays below a visible tile that the document leaves out', () => {
    const tiles = [
      stored(nested, 1, 'part', { note: 'a' }),
      stored(nested, 2, 'mark', { mark: 'b' }, 1),
    ];
    expect(deletedBy(match({}, leavingHidden(nested, tiles)))).toEqual(['1']);
    expect(deletedBy(match({}, inputOf(nested, tiles)))).toEqual(['1', '2']);
  });

  it('tells no tiles apart that hold it, where the document does not have it', () => {
    const tiles = [
      stored(nested, 1, 'part', { note: 'a' }),
      stored(nested, 2, 'part', { note: 'b' }),
      stored(nested, 3, 'mark', { mark: 'c' }, 2),
    ];
    const parts = [{ [note]: 'b' }, { [note]: 'a' }];
    const matched = match({ [part]: parts }, leavingHidden(nested, tiles));
    expect(tilesOf(matched, nested).map(({ tile }) => tile)).toEqual(['2', '1']);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('is not named by a value that only mentions its id', () => {
    const config = { nodeid: alone.idOf('one') };
    const pointing = modelOf({
      about: { property: note, tiles: '1', datatype: 'node-value', config },
      mark: { property: mark, tiles: '1', isHidden: true },
    });
    const tiles = [
      stored(pointing, 1, 'mark', { mark: 'a' }),
      stored(pointing, 2, 'about', { about: stored(pointing, 1, 'mark', {}).tileId }),
    ];
    const document = { [note]: { '@id': nameOf(1, pointing.idOf('mark')) } };
    expect(deletedBy(match(document, leavingHidden(pointing, tiles)))).toEqual([]);
  });
});
