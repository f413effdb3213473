import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { jsonString, sql } from '../../../lib/data-api/sql.ts';
import { toJsonbForm } from '../../../lib/json/jsonb-form.ts';
import { parseLossless } from '../../../lib/json/lossless-json.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/);
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: undefined }),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,2}$/), { nil: undefined }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent ?? ''}`,
  );
// The database cannot store U+0000.
const word = fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\0', ''));
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    number,
    fc.constantFrom('true', 'null'),
    word.map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(word, tie('value')), { maxLength: 5 })
      .map(
        (members) =>
          `{${members.map(([name, member]) => `${JSON.stringify(name)}:${member}`).join(',')}}`,
      ),
  ),
}));

describe('a value as jsonb', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
  });
  afterAll(async () => stack.close());

  it('is what the database returns, including the order of members and the digits of numbers', async () => {
    const property = fc.asyncProperty(fc.array(value, { minLength: 20 }), async (texts) => {
      const text = `[${texts.join(',')}]`;
      const [row] = await stack.dataApi.read(sql`select ${jsonString(text)}::text`);
      const storedValue = parseLossless(String(row?.[0]));
      expect(JSON.stringify(toJsonbForm(parseLossless(text)))).toBe(JSON.stringify(storedValue));
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it.each([
    ['1e5', '100000'],
    ['1.50e1', '15.0'],
    ['12E-5', '0.00012'],
    ['-0.0', '0.0'],
    ['1e+21', '1000000000000000000000'],
    ['{"bb": 1, "a": 2, "é": 3, "B": 4}', '{"B":4,"a":2,"bb":1,"é":3}'],
  ])('is written as the database writes it: %s as %s', (text, storedText) => {
    expect(JSON.stringify(toJsonbForm(parseLossless(text)))).toBe(storedText);
  });
});
