import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  maxChunkBytes,
  readDocument,
  type DocumentStatement,
} from '../../../lib/data-api/chunks.ts';
import { json, rawSql, sql } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
  await stack.owner.write(
    rawSql('create table part_source (position bigint primary key, part text not null)'),
  );
  await stack.owner.write(rawSql('create table part_version (version text not null)'));
  await stack.owner.write(rawSql("insert into part_version values ('first')"));
});

afterAll(async () => stack?.close());

beforeEach(async () => {
  await stack.owner.write(rawSql('delete from part_source'));
  stack.server.counters.reset();
});

const storedParts: DocumentStatement = {
  lines: rawSql('select position, part from part_source'),
  version: rawSql('select version from part_version'),
};

/** Parts that the database generates, with these numbers of characters. */
const generateParts = (lengths: readonly number[], character = 'x'): DocumentStatement => ({
  lines: sql`select l.position, repeat('${rawSql(character)}', l.length::int4) as part
from jsonb_array_elements_text(${json(lengths)}) with ordinality l (length, position)`,
  version: rawSql("select 'same'"),
});

const readParts = (query: DocumentStatement, readAhead?: number) =>
  readDocument(stack.owner, query, readAhead);
const readCounts = () => stack.server.counters.read();

describe('reading a document', () => {
  it.each<[string, readonly string[]]>([
    ['nothing', []],
    ['one empty part', ['']],
    ['empty parts among others', ['', 'a', '', '', 'b', '']],
    ['characters of several bytes', ['é', '😀', '漢字', '{"a": "😀"}']],
  ])('returns %s', async (_what, parts) => {
    expect(
      await readParts({
        lines: sql`select position, part
from jsonb_array_elements_text(${json(parts)}) with ordinality p (part, position)`,
        version: rawSql("select ''"),
      }),
    ).toEqual(parts);
    expect(readCounts().calls).toBe(1);
  });

  it('returns any parts unchanged', async () => {
    const characterAndLength = fc.tuple(
      fc.constantFrom('', 'a', 'é', '😀', '"\\', '{"a": 1}'),
      fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(7999, 8000, 8001, 65_536)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(characterAndLength, { maxLength: 12 }),
        async (charactersAndLengths) => {
          const parts = charactersAndLengths.map(([character, times]) => character.repeat(times));
          const query = sql`select p.position, repeat(p.pair ->> 0, (p.pair ->> 1)::int4) as part
from jsonb_array_elements(${json(charactersAndLengths)}) with ordinality p (pair, position)`;
          const result = await readParts({ lines: query, version: rawSql("select 'same'") });
          expect(
            result.length === parts.length && result.every((part, i) => part === parts[i]),
          ).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('returns one part of 3 MB in four calls, with rows below 50 KB', async () => {
    const [part, ...otherParts] = await readParts(generateParts([3_100_000]));
    expect(otherParts).toEqual([]);
    expect(part === 'x'.repeat(3_100_000)).toBe(true);
    expect(readCounts().calls).toBe(4);
    expect(readCounts().largestRow).toBeLessThan(50_200);
  });

  it('accepts a version that is a number in SQL', async () => {
    const { lines } = generateParts([1_500_000]);
    const [part] = await readParts({ lines, version: rawSql('select 1::bigint') });
    expect(part).toHaveLength(1_500_000);
    expect(readCounts().calls).toBe(2);
  });

  it('does not split characters of four bytes, and returns rows below 50 KB', async () => {
    const [part] = await readParts(generateParts([300_000], '😀'));
    expect(part === '😀'.repeat(300_000)).toBe(true);
    expect(readCounts().calls).toBe(2);
    expect(readCounts().largestRow).toBeLessThan(50_200);
    expect(readCounts().largestResult).toBeLessThan(1_048_576);
  });

  it('returns 10,000 parts in their order', async () => {
    const lengths = Array.from({ length: 10_000 }, (_, index) => index % 211);
    const parts = await readParts(generateParts(lengths));
    expect(parts.map((part) => part.length)).toEqual(lengths);
    const bytes = lengths.reduce((sum, length) => sum + length + 1, 0);
    expect(readCounts().calls).toBe(Math.ceil(bytes / maxChunkBytes));
  });

  // The line break between two parts also counts.
  it.each([
    [[999_999], 1],
    [[maxChunkBytes], 1],
    [[maxChunkBytes + 1], 2],
    [[499_999, 499_999], 1],
    [[maxChunkBytes - 1, 0], 1],
    [[maxChunkBytes, 0], 2],
    [[999_999, 999_999], 2],
    [[2 * maxChunkBytes], 2],
    [[2 * maxChunkBytes + 1], 3],
  ])('returns parts of these lengths with one call for each chunk: %j', async (lengths, calls) => {
    const parts = await readParts(generateParts(lengths));
    expect(parts.map((part) => part.length)).toEqual(lengths);
    expect(readCounts().calls).toBe(calls);
    expect(readCounts().largestResult).toBeLessThan(1_048_576);
  });

  it('works within a transaction, with one call at a time', async () => {
    const lengths = await stack.owner.transaction(async (transaction) => {
      const parts = await readDocument(
        { read: (statement) => transaction.execute(statement) },
        generateParts([1_500_000, 1_500_000]),
        1,
      );
      return parts.map((part) => part.length);
    });
    expect(lengths).toEqual([1_500_000, 1_500_000]);
  });
});

describe('reading a document that changes meanwhile', () => {
  const change = rawSql("update part_version set version = version || 'x'");

  async function storeParts(): Promise<void> {
    await stack.owner.write(
      rawSql("insert into part_source select n, repeat('x', 499999) from generate_series(1, 4) n"),
    );
  }

  /** A reader that changes the version between the two calls of an attempt, in this number of attempts. */
  function createReaderWithChanges(changedAttempts: number) {
    let calls = 0;
    return {
      read: async (statement: Parameters<typeof stack.owner.read>[0]) => {
        const rows = await stack.owner.read(statement);
        calls += 1;
        if (calls <= changedAttempts * 2 && calls % 2 === 1) await stack.owner.write(change);
        return rows;
      },
      calls: () => calls,
    };
  }

  it('starts again until the document stays unchanged', async () => {
    await storeParts();
    const reader = createReaderWithChanges(2);
    const parts = await readDocument(reader, storedParts);
    expect(parts.map((part) => part.length)).toEqual([499_999, 499_999, 499_999, 499_999]);
    expect(reader.calls()).toBe(6);
  });

  it('fails with changed_while_reading if the document keeps changing', async () => {
    await storeParts();
    await expect(readDocument(createReaderWithChanges(100), storedParts)).rejects.toMatchObject({
      code: 'changed_while_reading',
    });
  });
});
