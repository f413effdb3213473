import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import {
  int,
  joinStatements,
  joinTables,
  json,
  rawSql,
  sql,
  uuid,
  type Statement,
} from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseResourceId, type ResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { numberConditions, tilesCondition, type NumberedCondition } from './tile-conditions.ts';
import { entriesQuery } from './value-conditions.ts';

/** The most entries of a condition that are read and sorted. If each condition has more, ids are walked in order. */
const maxEntries = 20_000;

/** The most resource instances that are compared in one call. */
const maxWalked = 20_000;

const matchingPageSchema = z
  .object({
    ids: z.array(z.string().transform(parseResourceId)).readonly(),
    /** The last id that was compared, if the work of a call was used up before the page was full. */
    walkedTo: z.string().transform(parseResourceId).nullable(),
    /** Whether the entries of values are still being computed, so that the answer may not be complete. */
    isFilling: z.boolean(),
  })
  .readonly();

/** A page of the resource instances that a question finds. */
export type MatchingPage = z.output<typeof matchingPageSchema>;

type NumberedModel = {
  readonly graphId: string;
  readonly conditions: readonly NumberedCondition[];
};

function numberModels(question: Question): readonly NumberedModel[] {
  let next = 0;
  return question.map((model) => {
    const conditions = numberConditions(model, next);
    next += conditions.length;
    return { graphId: model.graphId, conditions };
  });
}

/**
 * Finds the visible resource instances that a question means, in the order of their ids.
 * @rule Searching by values: In which order are conditions compared, and how much work may one call do?
 * @param question at least one model
 */
export function findMatchingIds(
  caller: Caller,
  question: Question,
  after: ResourceId | null,
  limit: number,
): RowsQuery<MatchingPage> {
  const models = numberModels(question);
  const tables = models.map((model, position) => candidateTables(caller, model, after, position));
  const candidates = unionAll(
    models.map(
      (_model, position) => sql`select c.resource_id, ${int(position)} as model, c.is_walked
  from ${candidateTable(position)} c`,
    ),
  );
  const condition = joinStatements(
    models.map(
      ({ conditions }, position) =>
        sql`when ${int(position)} then ${tilesCondition(sql`c`, conditions)}`,
    ),
    '\n      ',
  );
  return oneRow(
    sql`with recursive ${conceptValueTable(models)},
${wordQueryTable(models)},
own_resource as materialized (
  select o.resource_id
  from own_visible_resource(${int(caller)}) o
),
${joinTables(tables)},
candidate as materialized (
  ${candidates}
),
walk_end as materialized (
  select min(w.last_id) as last_id
  from (
    select max(c.resource_id::text collate "C") as last_id
    from candidate c
    where c.is_walked
    group by c.model
    having count(*) = ${int(maxWalked)}
  ) w
),
page as materialized (
  select m.resource_id
  from (
    select c.resource_id
    from (
      select c.resource_id, c.model
      from candidate c
      where c.resource_id <= coalesce((select w.last_id::uuid from walk_end w), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by c.resource_id
    ) c
    where case c.model
      ${condition}
    end
    -- Rights are checked last, because that takes longest.
    offset 0
  ) m
  where exists (select from visible_among(${int(caller)}, array[m.resource_id]))
  limit ${int(limit)}
)
select jsonb_build_object(
  'ids', (select coalesce(jsonb_agg(p.resource_id order by p.resource_id), '[]') from page p),
  'walkedTo', case
    when (select count(*) from page) < ${int(limit)} then (select w.last_id from walk_end w)
  end,
  'isFilling', is_filling_value_entries()
)::text`,
    matchingPageSchema,
  );
}

/** The common table expression `concept_value_of_condition`: the values of the concepts of a condition and of narrower ones. */
function conceptValueTable(models: readonly NumberedModel[]): Statement {
  const requested = models.flatMap(({ conditions }) =>
    conditions.flatMap(({ condition: { test }, index }) =>
      test.kind === 'concepts' ? [{ index, ...test }] : [],
    ),
  );
  const conceptIds = requested.flatMap(({ index, conceptIds: all }) =>
    all.map((id) => ({ index, id })),
  );
  const valueIds = requested.flatMap(({ index, ids }) => ids.map((id) => ({ index, id })));
  return sql`narrower_concept (condition_number, concept_id) as (
  select (r.concept ->> 'index')::integer, (r.concept ->> 'id')::uuid
  from jsonb_array_elements(${json(conceptIds)}) r (concept)
  union
  select n.condition_number, l.to_concept_id
  from narrower_concept n
  cross join lateral (
    select l.to_concept_id
    from hierarchy_link l
    where l.from_concept_id = n.concept_id
    offset 0
  ) l
),
concept_value_of_condition as materialized (
  select n.condition_number, v.value_id
  from narrower_concept n
  join concept_value v on v.concept_id = n.concept_id
  union
  select (r.value ->> 'index')::integer, (r.value ->> 'id')::uuid
  from jsonb_array_elements(${json(valueIds)}) r (value)
)`;
}

/** The common table expression `word_query_of_condition`: the query for the words of a condition. */
function wordQueryTable(models: readonly NumberedModel[]): Statement {
  const requested = models.flatMap(({ conditions }) =>
    conditions.flatMap(({ condition: { test }, index }) =>
      test.kind === 'words' || test.kind === 'texts' ? [{ index, texts: test.texts }] : [],
    ),
  );
  return sql`word_query_of_condition as materialized (
  select
    (r.condition ->> 'index')::integer as condition_number,
    (
      select string_agg('(' || word_query(t.text)::text || ')', ' | ')::tsquery
      from jsonb_array_elements_text(r.condition -> 'texts') t (text)
    ) as query
  from jsonb_array_elements(${json(requested)}) r (condition)
)`;
}

const unionAll = (queries: readonly Statement[]): Statement =>
  joinStatements(queries, '\n  union all\n  ');

const candidateTable = (position: number): Statement => rawSql(`candidate_${position}`);

/**
 * The candidates of a model: the entries of the condition that has fewest of them. If each has many, two conditions are compared by their
 * entries alone; otherwise the ids of the model are walked.
 */
function candidateTables(
  caller: Caller,
  { graphId, conditions }: NumberedModel,
  after: ResourceId | null,
  position: number,
): Statement {
  const name = (part: string): Statement => rawSql(`${part}_${position}`);
  const drivers = conditions.flatMap(({ condition, index }) => {
    const query = condition.isNegated
      ? undefined
      : entriesQuery(condition, index, name('visible_set'));
    return query === undefined ? [] : [query];
  });
  const isAfter = (id: Statement): Statement =>
    after === null ? sql`true` : sql`${id} > ${uuid(after)}`;
  const visibleSets = sql`${name('visible_set')} as materialized (
  select unnest(visible_grant_sets(${int(caller)}, ${uuid(graphId)})) as grant_set_number
)`;
  const probes = drivers.map(
    (query, driver) => sql`select ${int(driver)} as driver, (
    select count(*)
    from (
      ${query}
      limit ${int(maxEntries + 1)}
    ) e
  ) as entries`,
  );
  const choice = sql`${name('choice')} as materialized (
  select p.driver
  from (
    ${unionAll(probes.length === 0 ? [sql`select null::integer as driver, 0 as entries`] : probes)}
  ) p
  where p.entries <= ${int(maxEntries)}
    and p.driver is not null
  order by p.entries
  limit 1
)`;
  const branches = drivers.map(
    (query, driver) => sql`select e.resource_id
    from (
      ${query}
    ) e
    where (select c.driver from ${name('choice')} c) = ${int(driver)}
      and ${isAfter(sql`e.resource_id`)}`,
  );
  const [first, second] = drivers;
  const intersection =
    first === undefined || second === undefined
      ? []
      : [
          sql`select e.resource_id
    from (
      select f.resource_id
      from (
        ${first}
      ) f
      where ${isAfter(sql`f.resource_id`)}
      intersect
      select f.resource_id
      from (
        ${second}
      ) f
    ) e
    where not exists (select from ${name('choice')})`,
        ];
  const byEntries = [...branches, ...intersection];
  const walk = sql`select r.resource_id, true as is_walked
  from (
    select r.resource_id
    from resource r
    where r.graph_id = ${uuid(graphId)}
      and ${isAfter(sql`r.resource_id`)}
    order by r.resource_id
    limit ${int(maxWalked)}
  ) r
  where not exists (select from ${name('choice')})`;
  const read =
    byEntries.length === 0
      ? undefined
      : sql`select distinct e.resource_id, false as is_walked
  from (
    ${unionAll(byEntries)}
  ) e
  join resource r on r.resource_id = e.resource_id
  where r.graph_id = ${uuid(graphId)}`;
  // Two conditions are never walked, because their intersection takes its place.
  const candidates = unionAll([
    ...(read === undefined ? [] : [read]),
    ...(second === undefined ? [walk] : []),
  ]);
  return sql`${visibleSets},
${choice},
${candidateTable(position)} as materialized (
  ${candidates}
)`;
}
