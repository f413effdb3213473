import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql } from '../../../../lib/data-api/sql.ts';
import { deriveColumnName } from '../../../../lib/model/graphs/node-names.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

describe('the column name of a node', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await openTestStack();
  });

  afterAll(async () => stack.close());

  it('is the same in spatial views and wherever a node is named', async () => {
    const texts = [
      'Year Built',
      '1st Name',
      'Ünïcödé Straße',
      '数 No. 5 ﬁn',
      'x'.repeat(80),
      ...fc.sample(fc.string({ unit: 'grapheme-composite', maxLength: 90 }), 500),
      ...fc.sample(
        fc.string({ unit: fc.constantFrom(...Array.from('aBé _-1ßØñÇ½Å')), maxLength: 90 }),
        500,
      ),
    ].filter((text) => !text.includes('\u0000'));
    const rows = await stack.owner.read(
      sql`select t.value, spatial_layer.slugified(t.value)
from jsonb_array_elements_text(${json(texts)}) as t`,
    );
    expect(rows).toHaveLength(texts.length);
    expect(rows.filter(([text, name]) => deriveColumnName(String(text)) !== name)).toEqual([]);
  });
});
