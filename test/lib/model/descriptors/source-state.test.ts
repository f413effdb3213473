import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../lib/data-api/sql.ts';
import {
  conceptValueState,
  resourceState,
} from '../../../../lib/model/descriptors/source-state.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((characters) => characters.replaceAll('\0', ''));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map(id), { maxLength: 3 });
const tag = fc.constantFrom('en', 'en-US', 'de', 'fr', 'ar', 'zh-Hant', 'Ωm', '𝔞');
const descriptor = fc.record({ value: text, nodegroups: ids, resources: ids });
const ownText = fc.record({ value: text, nodegroups: ids });
const names = fc.dictionary(
  tag,
  fc
    .tuple(descriptor, fc.option(ownText))
    .map(([fullText, own]) => ({ ...fullText, ...(own ? { own } : {}) })),
  { noNullPrototype: true },
);

const quoteJson = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Computes the state in the database, in a transaction that is rolled back. */
async function computeInDatabase(statements: readonly string[], query: string): Promise<unknown> {
  let answer: unknown;
  const work = stack.owner.transaction(async ({ execute }) => {
    for (const statement of statements) await execute(rawSql(statement));
    const [row] = await execute(rawSql(query));
    answer = row?.[0];
    throw new Error('roll back');
  });
  await work.catch(() => undefined);
  return answer;
}

const graph = `insert into graph (graph_id, publication_id, name, is_resource_model, source)
values ('${id(1)}', '${id(2)}', '{}', true, '{}')`;

describe('the state of a source of names (a resource instance or a concept value)', () => {
  it('is the same in TypeScript and in the database for any names', async () => {
    await fc.assert(
      fc.asyncProperty(names, ids, async (anyNames, sourceIds) => {
        const statements = [
          graph,
          `insert into resource (resource_id, graph_id, descriptors)
values ('${id(99)}', '${id(1)}', (
  select coalesce(jsonb_object_agg(key, jsonb_build_object('name', value, 'description', value)), '{}')
  from jsonb_each(${quoteJson(anyNames)}::jsonb)
))`,
          ...sourceIds.map(
            (sourceId) => `insert into name_source values ('${sourceId}', '${id(99)}', true)`,
          ),
        ];
        const expectedState = resourceState(anyNames, sourceIds);
        expect(await computeInDatabase(statements, `select resource_state('${id(99)}')`)).toBe(
          expectedState,
        );
      }),
      { numRuns: triesAllCases ? 60 : 20 },
    );
  });

  it('is the same in TypeScript and in the database for any labels', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.dictionary(tag, text, { noNullPrototype: true }),
        async (value, labels) => {
          const values = Object.entries(labels).map(
            ([language, label], index) =>
              `('${id(200 + index)}'::uuid, '${id(1)}'::uuid, 'prefLabel', ${quoteText(language)}, ${quoteText(label)})`,
          );
          const statements = [
            `insert into concept (concept_id, node_type) values ('${id(1)}', 'Concept')`,
            `insert into concept_value (value_id, concept_id, value_type, language_id, value)
values ${[`('${id(9)}'::uuid, '${id(1)}'::uuid, 'altLabel', 'en', ${quoteText(value)})`, ...values].join(', ')}`,
          ];
          const expectedState = conceptValueState({ conceptId: id(1), text: value, labels });
          expect(
            await computeInDatabase(statements, `select concept_value_state('${id(9)}')`),
          ).toBe(expectedState);
        },
      ),
      { numRuns: triesAllCases ? 60 : 20 },
    );
  });

  it('is null for a resource instance without names and for a missing concept value', async () => {
    expect(resourceState({}, [])).toBeNull();
    expect(conceptValueState(undefined)).toBeNull();
    expect(await computeInDatabase([], `select resource_state('${id(99)}')`)).toBeNull();
    expect(await computeInDatabase([], `select concept_value_state('${id(9)}')`)).toBeNull();
  });
});
