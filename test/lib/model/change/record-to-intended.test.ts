import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ComparisonContext } from '../../../../lib/model/change/comparison-context.ts';
import type { IntendedTile } from '../../../../lib/model/change/intended-resource.ts';
import { pairTilesWithoutId } from '../../../../lib/model/change/record-to-intended.ts';
import { proposeTile } from '../../../../lib/model/change/proposals.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { parseNodegroupId, parseTileId } from '../../../../lib/model/ids.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { nodes } from '../../json-ld/mill.ts';
import { millContext, now } from './mill-change.ts';

const { appellation, name, nameType, place } = nodes;
const context = millContext();
const asAuthor: ComparisonContext = {
  ...context,
  author: { ...context.author, isReviewer: false },
};
const { accountId } = context.author;
const anotherAccountId = accountId + 1;

const valuesOf = (text: string | null) => ({ [name]: text, [nameType]: null });
const intended = (number: number, text: string, nodegroup = appellation): IntendedTile => ({
  tileId: parseTileId(id(1000 + number)),
  nodegroupId: parseNodegroupId(nodegroup),
  parentTileId: null,
  sortOrder: undefined,
  data: nodegroup === appellation ? { [name]: text } : {},
  pointer: '',
  pointers: {},
});
const stored = (number: number, text: string | null, nodegroup = appellation): StoredTile => ({
  tileId: parseTileId(id(2000 + number)),
  nodegroupId: parseNodegroupId(nodegroup),
  parentTileId: null,
  sortOrder: number,
  data: nodegroup === appellation ? valuesOf(text) : {},
  provisionalEdits: null,
  isProposed: false,
  hasUnreadableDescendants: false,
});
const proposed = (number: number, text: string, account = accountId): StoredTile => ({
  ...stored(number, null),
  provisionalEdits: proposeTile(valuesOf(text), { accountId: account, now }),
  isProposed: true,
});

/** The number of the stored tile that each text of a document without ids continues; null for a new tile. */
function pair(
  texts: readonly string[],
  storedTiles: readonly StoredTile[],
  { isReplaced = true, changeContext = context } = {},
): readonly (number | null)[] {
  const tiles = texts.map((text, index) => intended(index, text));
  const stillStored = { tiles: storedTiles, isReplaced: () => isReplaced };
  const pairs = pairTilesWithoutId(tiles, () => true, stillStored, changeContext);
  return tiles.map((tile) => pairs.get(tile)?.sortOrder ?? null);
}

const storedNames = (...texts: readonly string[]): readonly StoredTile[] =>
  texts.map((text, number) => stored(number, text));

describe('a tile without an id', () => {
  it('continues the stored tile with equal values, wherever that is', () => {
    expect(pair(['B', 'C'], storedNames('A', 'B', 'C'))).toEqual([1, 2]);
    expect(pair(['C', 'A', 'B'], storedNames('A', 'B', 'C'))).toEqual([2, 0, 1]);
    expect(pair(['New', 'A', 'B'], storedNames('A', 'B'))).toEqual([null, 0, 1]);
  });

  it('continues a stored tile whose value it writes in another way, such as a text without its language', () => {
    const byLanguage = { en: { value: 'A', direction: 'ltr' } };
    const storedTile = { ...stored(0, null), data: { [name]: byLanguage, [nameType]: null } };
    const changeContext = {
      ...context,
      normalisation: {
        ...context.normalisation,
        textLanguage: { language: 'en', directionOf: () => 'ltr' as const },
      },
    };
    expect(pair(['B', 'A'], [storedTile], { isReplaced: false, changeContext })).toEqual([null, 0]);
  });

  it('continues the tile in its position if no tile is equal and the document replaces it', () => {
    expect(pair(['A', 'X', 'C'], storedNames('A', 'B', 'C'))).toEqual([0, 1, 2]);
    expect(pair(['A', 'X'], storedNames('A', 'B'), { isReplaced: false })).toEqual([0, null]);
  });

  it('continues each of several equal tiles once', () => {
    expect(pair(['A', 'A', 'A'], storedNames('A', 'A'))).toEqual([0, 1, null]);
  });

  it('continues the only tile of a nodegroup that allows one, also if that stays when it is left out', () => {
    const storedPlace = stored(7, null, place);
    const tile = { ...intended(0, '', place), data: { [nodes.geometry]: 'new' } };
    const options = { tiles: [storedPlace], isReplaced: () => false };
    expect(pairTilesWithoutId([tile], () => true, options, context).get(tile)).toBe(storedPlace);
  });

  it('does not continue a tile that the document names', () => {
    const [first, second] = storedNames('A', 'A');
    if (first === undefined || second === undefined) throw new Error('There are no tiles.');
    const named = { ...intended(0, 'A'), tileId: first.tileId };
    const unnamed = intended(1, 'A');
    const pairs = pairTilesWithoutId(
      [named, unnamed],
      (tile) => tile === unnamed,
      { tiles: [first, second], isReplaced: () => true },
      context,
    );
    expect([...pairs]).toEqual([[unnamed, second]]);
  });
});

describe('a tile without an id and a tile that is only proposed', () => {
  it('are paired if the author of the document has proposed it', () => {
    for (const changeContext of [context, asAuthor])
      expect(pair(['B'], [stored(0, 'A'), proposed(1, 'B')], { changeContext })).toEqual([1]);
  });

  it('are not paired if another account has proposed it, not even with equal values in the same position', () => {
    expect(pair(['B'], [proposed(0, 'B', anotherAccountId)])).toEqual([null]);
  });

  it('are paired by the values that are proposed for it, and not by its empty ones', () => {
    expect(pair(['X'], [proposed(0, 'B')], { isReplaced: false })).toEqual([null]);
  });
});

describe('the document of any tiles without ids', () => {
  const text = fc.constantFrom('A', 'B', 'C', 'D');
  const anyStored = fc.array(text, { maxLength: 8 }).map((texts) => storedNames(...texts));

  it('continues each stored tile at most once', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        anyStored,
        fc.boolean(),
        (texts, tiles, isReplaced) => {
          const numbers = pair(texts, tiles, { isReplaced }).filter((number) => number !== null);
          expect(new Set(numbers).size).toBe(numbers.length);
        },
      ),
    );
  });

  it('changes nothing when it is sent again after it was stored, whatever stays', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        anyStored,
        fc.boolean(),
        (texts, tiles, isReplaced) => {
          const pairs = pair(texts, tiles, { isReplaced });
          const kept = isReplaced
            ? []
            : tiles.filter(({ sortOrder }) => !pairs.includes(sortOrder));
          const stillStored = [...kept, ...texts.map((sent, index) => stored(100 + index, sent))];
          const repeated = pair(texts, stillStored, { isReplaced });
          const valueOf = new Map(
            stillStored.map(({ sortOrder, data }) => [sortOrder, data[name]]),
          );
          expect(repeated.map((number) => valueOf.get(number ?? -1))).toEqual(texts);
        },
      ),
    );
  });

  it('is paired alike with and without proposals of other accounts', () => {
    const others = fc
      .array(text, { maxLength: 4 })
      .map((texts) => texts.map((sent, index) => proposed(50 + index, sent, anotherAccountId)));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        anyStored,
        others,
        (texts, tiles, invisible) => {
          expect(pair(texts, [...tiles, ...invisible])).toEqual(pair(texts, tiles));
        },
      ),
    );
  });
});
