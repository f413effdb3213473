import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TileBuilder } from '../../../../../infra/cli/import/csv/build-tiles.ts';
import type { CsvNodegroup } from '../../../../../infra/cli/import/csv/csv-values.ts';
import { runCount } from '../../../../support/random/run-count.ts';

/** The nodegroups of a model: the parent and the cardinality of each by its name, parents first. */
type Model = Readonly<Record<string, readonly [parent: string | null, cardinality: '1' | 'n']>>;

/** The values of a row, by the name of their nodegroup, which has one node. */
type Row = Readonly<Record<string, string>>;

const toNodegroups = (model: Model): ReadonlyMap<string, CsvNodegroup> => {
  const nodegroups = new Map<string, CsvNodegroup>();
  for (const [name, [parent, cardinality]] of Object.entries(model)) {
    const depth = (nodegroups.get(parent ?? '')?.depth ?? -1) + 1;
    nodegroups.set(name, {
      nodegroupId: name,
      parentNodegroupId: parent,
      cardinality,
      name,
      depth,
    });
  }
  return nodegroups;
};

/** Builds the tiles of one resource instance from rows, and returns the numbers of the rows with a guess. */
const findGuesses = (model: Model, rows: readonly Row[]): readonly number[] => {
  const builder = new TileBuilder('11111111-1111-4111-8111-111111111111', toNodegroups(model));
  for (const [index, row] of rows.entries()) {
    const values = Object.entries(row).map(([name, text]) => ({
      nodeId: `node of ${name}`,
      nodegroupId: name,
      slot: 0,
      text,
      value: text,
    }));
    builder.addRow({ number: index + 1, values });
  }
  const { problems } = builder.take();
  expect(problems.every(({ code }) => code === 'guessed_parent_tile')).toBe(true);
  return [...new Set(problems.map(({ pointer }) => Number((pointer ?? '').slice(1)) + 1))];
};

/** Contracts without values of their own, with one name and change orders below, and a summary with events. */
const project: Model = {
  name: [null, 'n'],
  contracting: [null, 'n'],
  contract: ['contracting', '1'],
  change: ['contracting', 'n'],
  summary: [null, '1'],
  event: ['summary', 'n'],
};

describe('the parent of values of a later row', () => {
  it('is a guess if the row may continue an earlier one, but not if it begins another parent', () => {
    expect(
      findGuesses(project, [
        { name: 'Bridge', contract: 'A', change: 'A 1', event: '1' },
        { change: 'A 2', event: '2' },
        { change: 'A 3', event: '3' },
        { contract: 'B', change: 'B 1' },
        { change: 'B 2' },
      ]),
    ).toEqual([2, 3, 5]);
  });

  it('is a guess if the row repeats the value that an earlier parent has once', () => {
    const rows = [
      { contract: 'A', change: '1' },
      { contract: 'B' },
      { contract: 'A', change: '2' },
    ];
    expect(findGuesses(project, rows)).toEqual([3]);
  });

  it('is a guess if an earlier parent does not have that value yet', () => {
    expect(findGuesses(project, [{ change: '1' }, { contract: 'A', change: '2' }])).toEqual([2]);
  });

  it('is a guess by what the rows between have added', () => {
    expect(
      findGuesses(project, [
        { change: '1' },
        { contract: 'A', change: '2' },
        { contract: 'B', change: '3' },
        { contract: 'A', change: '4' },
      ]),
    ).toEqual([2, 4]);
  });

  it('is no guess if each row begins another parent, or the parent is shared by all rows', () => {
    expect(findGuesses(project, [{ contract: 'A' }, { contract: 'B' }, { contract: 'C' }])).toEqual(
      [],
    );
    expect(findGuesses(project, [{ event: '1' }, { event: '2' }, { event: '3' }])).toEqual([]);
  });

  it('is a guess by the one value at any depth, if there is only one tile at each', () => {
    const model: Model = {
      work: [null, 'n'],
      order: ['work', '1'],
      client: ['order', '1'],
      item: ['order', 'n'],
    };
    expect(
      findGuesses(model, [
        { client: 'A', item: '1' },
        { client: 'B', item: '1' },
        { client: 'A', item: '2' },
        { item: '3' },
      ]),
    ).toEqual([3, 4]);
  });

  it('is no guess below a parent with a value of the row, or below one that is a guess itself, which has the warning', () => {
    const model: Model = { work: [null, 'n'], part: ['work', 'n'], detail: ['part', 'n'] };
    expect(
      findGuesses(model, [{ work: 'A', detail: '1' }, { work: 'B', detail: '1' }, { detail: '2' }]),
    ).toEqual([3]);
  });

  it('is no guess in any of 20,000 rows that begin a parent each', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ contract: String(index) }));
    expect(findGuesses(project, rows)).toEqual([]);
  });
});

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

const randomModel: fc.Arbitrary<Model> = fc
  .tuple(
    ...names.map((_, index) =>
      fc.tuple(fc.nat(index), fc.constantFrom('1' as const, 'n' as const)),
    ),
  )
  .map((parts) =>
    Object.fromEntries(
      parts.map(([parent, cardinality], index) => [
        names[index] ?? '',
        [parent === 0 ? null : (names[parent - 1] ?? null), cardinality],
      ]),
    ),
  );

const randomRow: fc.Arbitrary<Row> = fc.dictionary(
  fc.constantFrom(...names),
  fc.constantFrom('x', 'y'),
  { minKeys: 1, maxKeys: 4 },
);

/** The values of a row of which a tile of a nodegroup can have one each, found from above. */
const singleValues = (model: Model, name: string, row: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(model)
      .filter(([, [parent, cardinality]]) => parent === name && cardinality === '1')
      .map(([child]) => {
        const value = row[child];
        return {
          ...(value === undefined ? {} : { [child]: value }),
          ...singleValues(model, child, row),
        };
      }),
  );

const isNeeded = (model: Model, name: string, row: Row): boolean =>
  row[name] !== undefined ||
  Object.entries(model).some(([child, [parent]]) => parent === name && isNeeded(model, child, row));

/** A parent tile of the naive reading, or another tile. The tiles of a shared one of cardinality 1 are one. */
type NaiveTile = {
  readonly name: string;
  readonly above: NaiveTile | null;
  values: Row;
  own: string | undefined;
};

/** Reads rows tile by tile, and compares each parent without a value with every one that an earlier row has begun. */
const findGuessesNaively = (model: Model, rows: readonly Row[]): readonly number[] => {
  const tiles: NaiveTile[] = [];
  const guesses = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const rowTiles = new Map<string, NaiveTile>();
    for (const [name, [parentName, cardinality]] of Object.entries(model)) {
      if (!isNeeded(model, name, row)) continue;
      const above = rowTiles.get(parentName ?? '') ?? null;
      const siblings = tiles.filter((tile) => tile.name === name && tile.above === above);
      const own = row[name];
      const values = singleValues(model, name, row);
      const tile: NaiveTile = { name, above, values, own };
      const isParent = Object.values(model).some(([parent]) => parent === name);
      if (cardinality === '1') {
        const shared = siblings.find(
          (other, position) =>
            own === undefined || other.own === own || (position === 0 && other.own === undefined),
        );
        if (shared !== undefined) shared.own ??= own;
        else tiles.push(tile);
        rowTiles.set(name, shared ?? tile);
        continue;
      }
      rowTiles.set(name, tile);
      const fitting = siblings.filter((other) =>
        Object.entries(values).every(([node, value]) => (other.values[node] ?? value) === value),
      );
      const last = siblings.at(-1);
      if (own !== undefined || !isParent || fitting.length === 0) tiles.push(tile);
      else {
        guesses.add(index + 1);
        if (last !== undefined && fitting.includes(last))
          last.values = { ...last.values, ...values };
      }
    }
  }
  return [...guesses];
};

describe('random rows of random models', () => {
  it('have a warning exactly where an earlier parent could hold the values of the row', () => {
    fc.assert(
      fc.property(randomModel, fc.array(randomRow, { maxLength: 6 }), (model, rows) => {
        expect(findGuesses(model, rows)).toEqual(findGuessesNaively(model, rows));
      }),
      runCount(20_000, 2000),
    );
  });
});
