import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql } from '../../../../lib/data-api/sql.ts';
import { labelLanguages } from '../../../../lib/model/concepts/label-languages.ts';
import { compareLabels } from '../../../../lib/model/concepts/label-order.ts';
import { labelOrderClause } from '../../../../lib/queries/concepts/label-order.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'empty' });
});

afterAll(async () => stack?.close());

const tags = ['en', 'en-GB', 'EN_us', 'de', 'de-AT', 'fr', 'zh-Hant', 'nl', ''];
const label = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('prefLabel', 'altLabel', 'hiddenLabel', 'title'),
  language: fc.constantFrom(...tags),
});
const labelsOfConcepts = fc.sample(
  fc.uniqueArray(label, { minLength: 2, maxLength: 8, selector: ({ id }) => id }),
  500,
);

describe('the order of the labels of a concept', () => {
  it.each([
    { requested: ['en-GB'], ofProject: 'en' },
    { requested: ['de', 'fr'], ofProject: 'en-US' },
    { requested: ['nl', '*', 'de'], ofProject: 'de' },
    { requested: [], ofProject: 'en' },
  ])(
    'is the same in SQL as in TypeScript, for $requested and $ofProject',
    async ({ requested, ofProject }) => {
      const languages = labelLanguages(requested, ofProject);
      const rows = await stack.owner.read(sql`select (
  select string_agg(v.value_id::text, ' ' order by ${labelOrderClause(languages)})
  from (
    select (l ->> 'id')::uuid as value_id, l ->> 'type' as value_type, nullif(l ->> 'language', '') as language_id
    from jsonb_array_elements(c.labels) l
  ) v
)
from jsonb_array_elements(${json(labelsOfConcepts)}) with ordinality as c (labels, number)
order by c.number`);
      expect(rows.map(([ids]) => ids)).toEqual(
        labelsOfConcepts.map((labels) =>
          labels
            .toSorted(compareLabels(languages))
            .map(({ id }) => id)
            .join(' '),
        ),
      );
    },
  );
});
