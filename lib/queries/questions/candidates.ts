import {
  int,
  joinStatements,
  joinTables,
  rawSql,
  sql,
  text,
  uuid,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import type {
  ModelsCondition,
  Question,
  RecordCondition,
  TileCondition,
} from '../../model/questions/question.ts';
import { namedResourcesQuery } from '../resources/name-match-tables.ts';
import { existsForCallerCondition, visibleCondition } from '../resources/visible-conditions.ts';
import { featuresQuery } from './place-conditions.ts';
import type { QuestionContext } from './question-context.ts';
import { relationsQuery } from './relation-conditions.ts';
import { entriesQuery } from './value-conditions.ts';

/** The most entries of a condition that are read and sorted. If each condition has more, ids are walked in order. */
export const maxEntries = 20_000;

/** The most visible resource instances that are compared in one call. What the caller may not see does not count. */
export const maxWalked = 20_000;

/** The most queries of which the shortest one leads. */
const maxQueries = 6;

/** The part of the matches that is read: up to so many after an id, in the order of ids. */
export type MatchRange = {
  readonly after: ResourceId | null;
  readonly limit: number;
  /** Whether no ids are walked: if each condition has too many entries, the table `candidate` has a row without an id. */
  readonly isWithoutWalk?: true;
};

/** Divides a question into alternatives, each of which has candidates of its own. */
export function listAlternatives(question: Question): readonly ModelsCondition[] {
  return question.flatMap(({ graphIds, condition }) =>
    condition.kind === 'any'
      ? listAlternatives(condition.parts.map((part) => ({ graphIds, condition: part })))
      : [{ graphIds, condition }],
  );
}

const unionAll = (queries: readonly Statement[]): Statement =>
  joinStatements(queries, '\n    union all\n    ');

/**
 * The queries of which each finds all resource instances that may meet a condition, possibly repeated. There are none if only comparing
 * all resource instances can find them.
 * @param visibleSet the table of the sets of grants with which the caller sees resource instances of the models
 */
function candidateQueries(
  condition: RecordCondition,
  visibleSet: Statement,
  context: QuestionContext,
): readonly Statement[] {
  switch (condition.kind) {
    case 'all':
      return condition.parts.flatMap((part) => candidateQueries(part, visibleSet, context));
    case 'any':
      return joinChoices(
        condition.parts.map((part) => candidateQueries(part, visibleSet, context)),
      );
    case 'tiles':
      return queriesOfTiles(condition.condition, visibleSet, context);
    case 'values':
      return listQuery(entriesQuery(condition.nodes, condition.test, context.numberOf, visibleSet));
    case 'anywhere':
      return listQuery(entriesQuery(null, condition.test, context.numberOf, visibleSet));
    case 'place':
      return condition.isOutside ? [] : [featuresQuery(context.areaTableOf(condition.place))];
    case 'ids':
      return [sql`select unnest(${uuidArray(condition.ids)}) as resource_id`];
    case 'named':
      return [namedResourcesQuery(context.caller, condition.words)];
    case 'related':
      return [relationsQuery(condition, context.targetTableOf(condition.to))];
    case 'changed':
      // The last change of a resource instance is never before one that the caller may know of.
      return condition.from === null
        ? []
        : [
            sql`select r.resource_id
    from resource r
    where r.changed_at >= ${text(condition.from)}::timestamptz`,
          ];
    default:
      return [];
  }
}

const listQuery = (query: Statement | undefined): readonly Statement[] =>
  query === undefined ? [] : [query];

/** One query for a choice, if each of its parts has one. */
function joinChoices(parts: readonly (readonly Statement[])[]): readonly Statement[] {
  const firsts = parts.flatMap(([first]) => listQuery(first));
  return firsts.length === 0 || firsts.length < parts.length ? [] : [unionAll(firsts)];
}

function queriesOfTiles(
  condition: TileCondition,
  visibleSet: Statement,
  context: QuestionContext,
): readonly Statement[] {
  if (condition.kind === 'value') {
    const { node, test, isOther } = condition;
    return isOther ? [] : listQuery(entriesQuery([node], test, context.numberOf, visibleSet));
  }
  const parts = condition.parts.map((part) => queriesOfTiles(part, visibleSet, context));
  return condition.kind === 'all' ? parts.flat() : joinChoices(parts);
}

/**
 * The common table expression with the candidates of an alternative, and those that it needs: the resource instances of the query
 * that has fewest, as far as the next one has them, too. If each has many, two queries are intersected; otherwise the ids of the models are
 * walked.
 */
export function candidateTables(
  { graphIds, condition }: ModelsCondition,
  name: (part: string) => Statement,
  { after, isWithoutWalk }: MatchRange,
  context: QuestionContext,
): Statement {
  const queries = candidateQueries(condition, name('visible_set'), context).slice(0, maxQueries);
  const isAfter = (id: Statement): Statement =>
    after === null ? sql`true` : sql`${id} > ${uuid(after)}`;
  // The intersection of two queries takes the place of a walk.
  const [first, second] = queries;
  const narrow =
    first === undefined || second === undefined
      ? walkQuery(graphIds, name, isAfter, context)
      : intersectionQuery(first, second, name, isAfter);
  const otherwise = isWithoutWalk
    ? sql`select null::uuid as resource_id, true as is_walked
    where (select c.query from ${name('choice')} c) is null`
    : narrow;
  return joinTables([
    visibleSetTable(graphIds, name),
    ...queries.map(
      (query, position) => sql`${name(`query_${position}`)} as materialized (
  select q.resource_id
  from (
    ${query}
  ) q
  limit ${int(maxEntries + 1)}
)`,
    ),
    choiceTable(queries.length, name),
    sql`${name('candidate')} as materialized (
  select distinct e.resource_id, e.is_walked
  from (
    ${unionAll([...(queries.length === 0 ? [] : [readQuery(queries.length, name, isAfter)]), otherwise])}
  ) e
)`,
  ]);
}

/** The table `visible_set`: the sets of grants with which the caller sees resource instances of the models. */
function visibleSetTable(
  graphIds: readonly string[] | null,
  name: (part: string) => Statement,
): Statement {
  return sql`${name('visible_set')} as materialized (
  select distinct v.grant_set_number
  from visible_set v
  where (v.is_own, v.is_of_guest) in (
    select g.graph_id = any (c.own_graphs), g.graph_id = any (c.guest_graphs)
    from (${graphsQuery(graphIds)}) g (graph_id)
    cross join caller c
  )
  union all
  -- Without grants for the caller, all sets are alike.
  select s.grant_set_number
  from (
    select 0
    union all
    select g.grant_set_number
    from grant_set g
  ) s (grant_set_number)
  where not (select c.has_grants from caller c)
)`;
}

const graphsQuery = (graphIds: readonly string[] | null): Statement =>
  graphIds === null
    ? sql`select g.graph_id from graph g`
    : sql`select unnest(${uuidArray(graphIds)})`;

/** The table `choice`: the query with fewest rows, if it has few enough, and the next one, if that has few enough. */
function choiceTable(queryCount: number, name: (part: string) => Statement): Statement {
  const counts = Array.from(
    { length: queryCount },
    (_query, position) => sql`select ${int(position)}, count(*) from ${name(`query_${position}`)}`,
  );
  const none = sql`select 0, 0 where false`;
  return sql`${name('choice')} as materialized (
  select c.queries[1] as query, c.queries[2] as next_query
  from (
    select array_agg(p.query order by p.entries)
    from (
      ${unionAll(counts.length === 0 ? [none] : counts)}
    ) p (query, entries)
    where p.entries <= ${int(maxEntries)}
  ) c (queries)
)`;
}

/** The rows of the chosen query that the next one has, too. */
function readQuery(
  queryCount: number,
  name: (part: string) => Statement,
  isAfter: (id: Statement) => Statement,
): Statement {
  const rowsOf = (choice: Statement): Statement =>
    unionAll(
      Array.from(
        { length: queryCount },
        (_query, position) => sql`select q.resource_id
      from ${name(`query_${position}`)} q
      where (select ${choice} from ${name('choice')} c) = ${int(position)}`,
      ),
    );
  const isInNext =
    queryCount === 1
      ? sql`true`
      : sql`((select c.next_query from ${name('choice')} c) is null or q.resource_id in (
      ${rowsOf(sql`c.next_query`)}
    ))`;
  return sql`select q.resource_id, false as is_walked
    from (
      ${rowsOf(sql`c.query`)}
    ) q
    where ${isAfter(sql`q.resource_id`)}
      and ${isInNext}`;
}

function intersectionQuery(
  first: Statement,
  second: Statement,
  name: (part: string) => Statement,
  isAfter: (id: Statement) => Statement,
): Statement {
  return sql`select q.resource_id, false
    from (
      select q.resource_id
      from (
        ${first}
      ) q
      where ${isAfter(sql`q.resource_id`)}
      intersect
      select q.resource_id
      from (
        ${second}
      ) q
    ) q
    where (select c.query from ${name('choice')} c) is null`;
}

function walkQuery(
  graphIds: readonly string[] | null,
  name: (part: string) => Statement,
  isAfter: (id: Statement) => Statement,
  { caller }: QuestionContext,
): Statement {
  const inGraph = sql`select r.resource_id
        from resource r
        where r.graph_id = g.graph_id
          and ${isAfter(sql`r.resource_id`)}
          and ${visibleCondition(caller)}
          and ${existsForCallerCondition}
        order by r.resource_id
        limit ${int(maxWalked)}`;
  const ids =
    graphIds === null
      ? sql`select r.resource_id
      from resource r
      where ${isAfter(sql`r.resource_id`)}
        and ${visibleCondition(caller)}
        and ${existsForCallerCondition}`
      : sql`select r.resource_id
      from (${graphsQuery(graphIds)}) g (graph_id)
      cross join lateral (
        ${inGraph}
      ) r`;
  return sql`select w.resource_id, true as is_walked
    from (
      ${ids}
      order by resource_id
      limit ${int(maxWalked)}
    ) w
    where (select c.query from ${name('choice')} c) is null`;
}

/** Makes the names of the tables of an alternative. */
export const nameTables =
  (prefix: string, position: number) =>
  (part: string): Statement =>
    rawSql(`${prefix}${part}_${position}`);
