import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  maxPageChunkBytes,
  readPages,
  type PagedStatement,
} from '../../../lib/data-api/read-pages.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { json, rawSql, sql, type Statement } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await stack.owner.write(
    rawSql('create table set_item (key text collate "C" primary key, item text not null)'),
  );
});

afterAll(async () => stack?.close());

beforeEach(async () => {
  await stack.owner.write(rawSql('delete from set_item'));
  stack.server.counters.reset();
});

const storedItems: PagedStatement = {
  items: (after, limit) => sql`select i.key, i.item
from set_item i
where i.key > coalesce(${after}, '')
order by i.key
limit ${limit}`,
};

/** An item that repeats a character. Its key is stored as three digits. */
type Item = { readonly key: number; readonly character: string; readonly times: number };

const formatKey = (key: number): string => String(key).padStart(3, '0');

async function storeItems(items: readonly Item[]): Promise<void> {
  await stack.owner.write(sql`insert into set_item (key, item)
select lpad(i.key::text, 3, '0'), repeat(i.character, i.times)
from jsonb_to_recordset(${json(items)}) as i (key integer, character text, times integer)
on conflict (key) do update set item = excluded.item`);
}

/** Items with these numbers of characters, in this order. */
const createItems = (...lengths: readonly number[]): readonly Item[] =>
  lengths.map((times, key) => ({ key, character: 'x', times }));

const expandText = ({ character, times }: Item): string => character.repeat(times);
const readCounts = () => stack.server.counters.read();
const readPieces = (query = storedItems) => Array.fromAsync(readPages(stack.owner, query));
const measureLengths = (items: readonly string[]): readonly number[] =>
  items.map((item) => item.length);

/** Whether two lists of texts are equal. An assertion about the lists themselves would print megabytes. */
const areEqual = (first: readonly string[], second: readonly string[]): boolean =>
  first.length === second.length && first.every((text, index) => text === second[index]);

const anyRepeatCount = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 4, arbitrary: fc.constantFrom(7999, 8000, 60_000, 250_000) },
  { weight: 1, arbitrary: fc.constantFrom(999_998, 999_999, 1_000_000, 1_000_001, 3_000_000) },
);
const anyItem = fc.record({
  key: fc.integer({ min: 0, max: 999 }),
  character: fc.constantFrom('a', '"', '\\', '\t'),
  times: anyRepeatCount,
});
const anyItems = fc.uniqueArray(anyItem, { selector: ({ key }) => key, maxLength: 40 });

describe('reading pages of items', () => {
  it.each<[string, readonly Item[]]>([
    ['nothing', []],
    ['one empty item', createItems(0)],
    ['empty items among others', createItems(0, 1, 0, 0, 2, 0)],
    ['characters of several bytes', [{ key: 1, character: '😀', times: 20_000 }]],
    ['one full batch of items', createItems(...Array.from({ length: 16 }, () => 5))],
    ['a thousand items', createItems(...Array.from({ length: 1000 }, (_, index) => index % 211))],
    ['a million bytes', createItems(499_999, 499_998)],
  ])('returns %s in one call', async (_what, items) => {
    await storeItems(items);
    stack.server.counters.reset();
    expect(areEqual((await readPieces()).flat(), items.map(expandText))).toBe(true);
    expect(readCounts().calls).toBe(1);
  });

  it('returns each stored item once, in the order of the keys', async () => {
    await fc.assert(
      fc.asyncProperty(anyItems, async (items) => {
        await stack.owner.write(rawSql('delete from set_item'));
        await storeItems(items);
        const returnedItems = (await readPieces()).flat();
        const sortedItems = items.toSorted((first, second) => first.key - second.key);
        expect(areEqual(returnedItems, sortedItems.map(expandText))).toBe(true);
        expect(readCounts().largestRow).toBeLessThan(50_000);
        expect(readCounts().largestResult).toBeLessThan(1_048_576);
      }),
      { numRuns: 12 },
    );
  });

  it('uses the full size of each call: 5 MB take six calls', async () => {
    await storeItems(createItems(...Array.from({ length: 1000 }, () => 4999)));
    stack.server.counters.reset();
    const returnedPieces = await readPieces();
    expect(measureLengths(returnedPieces.flat()).every((length) => length === 4999)).toBe(true);
    expect(returnedPieces.map((piece) => piece.length)).toEqual([200, 200, 200, 200, 200]);
    expect(readCounts().calls).toBe(6);
  });

  it.each<[string, readonly number[], number]>([
    ['alone', [3_000_000], 5],
    ['between small items', [10, 3_000_000, 10], 5],
    ['after small items', [10, 20, 1_500_000], 4],
    ['before another large item', [1_000_001, 1_000_000], 5],
  ])(
    'returns an item of more than a million bytes in one piece, %s',
    async (_where, lengths, calls) => {
      await storeItems(createItems(...lengths));
      stack.server.counters.reset();
      expect(measureLengths((await readPieces()).flat())).toEqual(lengths);
      expect(readCounts().calls).toBe(calls);
    },
  );

  it('evaluates fewer than 600 items to return 300, even if many of them are large', async () => {
    await stack.owner.write(rawSql('create sequence item_made'));
    await storeItems(
      createItems(...Array.from({ length: 300 }, (_, index) => (index < 100 ? 10 : 60_000))),
    );
    const statementThatCounts: PagedStatement = {
      items: (
        after,
        limit,
      ) => sql`select i.key, case when nextval('item_made') > 0 then i.item end as item
from (${storedItems.items(after, limit)}) i`,
    };
    expect((await readPieces(statementThatCounts)).flat()).toHaveLength(300);
    const [row] = await stack.owner.read(rawSql('select last_value::text from item_made'));
    expect(Number(row?.[0])).toBeLessThan(600);
  });

  it('can use one common table expression for all items', async () => {
    await storeItems(createItems(...Array.from({ length: 100 }, () => 1)));
    const statementWithMark: PagedStatement = {
      commonTableExpressions: sql`mark as materialized (select 'y'::text as mark)`,
      items: (after, limit) => sql`select i.key, i.item || m.mark as item
from (${storedItems.items(after, limit)}) i
cross join mark m`,
    };
    expect((await readPieces(statementWithMark)).flat()).toEqual(
      Array.from({ length: 100 }, () => 'xy'),
    );
  });

  it('reads all pages when runQuery runs the statement', async () => {
    await storeItems(createItems(600_000, 600_000, 5));
    expect(await runQuery(stack.owner.read, { ...storedItems, parse: measureLengths })).toEqual([
      600_000, 600_000, 5,
    ]);
  });

  it('makes no further call after its consumer stops', async () => {
    await storeItems(createItems(600_000, 600_000, 600_000));
    stack.server.counters.reset();
    for await (const piece of readPages(stack.owner, storedItems)) {
      expect(measureLengths(piece)).toEqual([600_000]);
      break;
    }
    expect(readCounts().calls).toBe(1);
  });

  it('works within a transaction', async () => {
    await storeItems(createItems(600_000, 600_000, 2_000_000));
    const lengths = await stack.owner.transaction(async ({ execute }) =>
      runQuery(execute, { ...storedItems, parse: measureLengths }, 1),
    );
    expect(lengths).toEqual([600_000, 600_000, 2_000_000]);
  });
});

describe('reading pages of items that change meanwhile', () => {
  /** A change between two calls. */
  const anyChange = fc.oneof(
    anyItems.map((items) => ({ itemsToStore: items.slice(0, 10) })),
    fc
      .uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 300 })
      .map((keysToRemove) => ({ keysToRemove })),
  );

  it('returns unchanged items exactly once, and all items in the order of the keys', async () => {
    await fc.assert(
      fc.asyncProperty(anyItems, fc.array(anyChange, { maxLength: 6 }), async (items, changes) => {
        await stack.owner.write(rawSql('delete from set_item'));
        await storeItems(items);
        const changedKeys = new Set(
          changes.flatMap((change) =>
            'itemsToStore' in change
              ? change.itemsToStore.map(({ key }) => key)
              : change.keysToRemove,
          ),
        );
        const pendingChanges = [...changes];
        const changingReader = {
          read: async (statement: Statement) => {
            const rows = await stack.owner.read(statement);
            const change = pendingChanges.shift();
            if (change !== undefined && 'itemsToStore' in change)
              await storeItems(change.itemsToStore);
            if (change !== undefined && 'keysToRemove' in change)
              await removeItems(change.keysToRemove);
            return rows;
          },
        };
        const returnedItems = (
          await Array.fromAsync(readPages(changingReader, itemsWithKeys))
        ).flat();
        const keys = returnedItems.map((item) => Number(item.slice(0, 3)));
        expect(keys).toEqual([...new Set(keys)].toSorted((first, second) => first - second));
        const unchanged = items.filter(({ key }) => !changedKeys.has(key));
        const textsByKey = new Map(
          returnedItems.map((item) => [Number(item.slice(0, 3)), item.slice(3)]),
        );
        for (const item of unchanged)
          expect(textsByKey.get(item.key) === expandText(item)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  /** Each item begins with its key. */
  const itemsWithKeys: PagedStatement = {
    items: (after, limit) =>
      sql`select i.key, i.key || i.item as item from (${storedItems.items(after, limit)}) i`,
  };

  async function removeItems(keys: readonly number[]): Promise<void> {
    await stack.owner.write(sql`delete from set_item
where key in (select k.value from jsonb_array_elements_text(${json(keys.map(formatKey))}) k (value))`);
  }

  it('continues after the key of an item that was deleted meanwhile', async () => {
    await storeItems(createItems(600_000, 600_000, 3));
    const lengths: number[] = [];
    for await (const piece of readPages(stack.owner, storedItems)) {
      lengths.push(...measureLengths(piece));
      await removeItems([0]);
    }
    expect(lengths).toEqual([600_000, 600_000, 3]);
  });

  it('fails with changed_while_reading if a large item keeps changing', async () => {
    await storeItems(createItems(2_000_000));
    let times = 1_500_000;
    const changingReader = {
      read: async (statement: Statement) => {
        const rows = await stack.owner.read(statement);
        times += 1;
        await storeItems([{ key: 0, character: 'x', times }]);
        return rows;
      },
    };
    await expect(Array.fromAsync(readPages(changingReader, storedItems))).rejects.toMatchObject({
      code: 'changed_while_reading',
    });
  });
});

it('the size limit of a page leaves room for the overhead of its rows within 1 MiB', () => {
  expect(maxPageChunkBytes + (maxPageChunkBytes / 29_990 + 2) * 6).toBeLessThan(1_048_576);
});
