import { int, json, sql, type Statement } from '../../data-api/sql.ts';
import type { Question, RecordCondition, ValueTest } from '../../model/questions/question.ts';
import { wordsOfPatterns } from '../../model/questions/pattern-words.ts';
import { listValueConditions } from '../../model/questions/tile-alternatives.ts';

/** The number of a test in a question, by which its concepts and words are looked up. */
export type NumberedTests = (test: ValueTest) => number;

const innermostTest = (test: ValueTest): ValueTest =>
  test.kind === 'part' ? innermostTest(test.test) : test;

/** The tests of a condition, those of questions within it included. */
function listTests(condition: RecordCondition): readonly ValueTest[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts.flatMap(listTests);
    case 'not':
      return listTests(condition.part);
    case 'tiles':
      return listValueConditions(condition.condition).map(({ test }) => innermostTest(test));
    case 'values':
    case 'anywhere':
      return [innermostTest(condition.test)];
    case 'related':
      return condition.to.kind === 'ids' ? [] : listTestsOfQuestion(condition.to.question);
    default:
      return [];
  }
}

const listTestsOfQuestion = (question: Question): readonly ValueTest[] =>
  question.flatMap(({ condition }) => listTests(condition));

/** Numbers the tests of a question, and makes the tables for them. */
export function numberTests(question: Question): {
  readonly numberOf: NumberedTests;
  /** The common table expressions `concept_value_of_test` and `word_query_of_test`, and one that they need; the first is recursive. */
  readonly tables: Statement;
} {
  const tests = new Map(listTestsOfQuestion(question).map((test, index) => [test, index]));
  const numberOf = (test: ValueTest): number => tests.get(test) ?? -1;
  return {
    numberOf,
    tables: sql`${conceptValueTables([...tests.keys()], numberOf)},
${wordQueryTable([...tests.keys()], numberOf)}`,
  };
}

/** The values of the concepts of a test, and of narrower ones, as a query. */
export const conceptValues = (test: number): Statement =>
  sql`select v.value_id from concept_value_of_test v where v.test_number = ${int(test)}`;

/** The query for the words of a test, which is computed once. */
export const wordQuery = (test: number): Statement =>
  sql`(select q.query from word_query_of_test q where q.test_number = ${int(test)})`;

function conceptValueTables(tests: readonly ValueTest[], numberOf: NumberedTests): Statement {
  const requested = tests.flatMap((test) =>
    test.kind === 'concepts' ? [{ index: numberOf(test), ...test }] : [],
  );
  const concepts = requested.flatMap(({ index, conceptIds, includesNarrower }) =>
    conceptIds.map((id) => ({ index, id, includesNarrower })),
  );
  const valueIds = requested.flatMap(({ index, ids }) => ids.map((id) => ({ index, id })));
  return sql`concept_of_test (test_number, concept_id, includes_narrower) as (
  select (r.concept ->> 'index')::integer, (r.concept ->> 'id')::uuid, (r.concept ->> 'includesNarrower')::boolean
  from jsonb_array_elements(${json(concepts)}) r (concept)
  union
  select n.test_number, l.to_concept_id, true
  from concept_of_test n
  cross join lateral (
    select l.to_concept_id
    from hierarchy_link l
    where l.from_concept_id = n.concept_id
    offset 0
  ) l
  where n.includes_narrower
),
concept_value_of_test as materialized (
  select n.test_number, v.value_id
  from concept_of_test n
  -- With an offset, the planner looks up each concept. Otherwise it reads all values of the thesaurus.
  cross join lateral (
    select v.value_id
    from concept_value v
    where v.concept_id = n.concept_id
    offset 0
  ) v
  union
  select (r.value ->> 'index')::integer, (r.value ->> 'id')::uuid
  from jsonb_array_elements(${json(valueIds)}) r (value)
)`;
}

/** The texts of which an entry of words has one; undefined if none are known. */
function textsOf(test: ValueTest): readonly string[] | undefined {
  if (test.kind === 'patterns') return wordsOfPatterns(test.patterns);
  if (test.kind === 'phrase') return [test.text];
  return test.kind === 'words' || test.kind === 'texts' ? test.texts : undefined;
}

function wordQueryTable(tests: readonly ValueTest[], numberOf: NumberedTests): Statement {
  const requested = tests.flatMap((test) => {
    const texts = textsOf(test);
    return texts === undefined ? [] : [{ index: numberOf(test), texts }];
  });
  return sql`word_query_of_test as materialized (
  select
    (r.test ->> 'index')::integer as test_number,
    (
      select string_agg('(' || word_query(t.text)::text || ')', ' | ')::tsquery
      from jsonb_array_elements_text(r.test -> 'texts') t (text)
    ) as query
  from jsonb_array_elements(${json(requested)}) r (test)
)`;
}
