import {
  int,
  joinStatements,
  joinTables,
  rawSql,
  sql,
  uuidArray,
  type Statement,
} from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type {
  ModelsCondition,
  Place,
  Question,
  RecordCondition,
  RelationTarget,
} from '../../model/questions/question.ts';
import {
  existsForCallerCondition,
  readableGraphTables,
  visibleCondition,
} from '../resources/visible-conditions.ts';
import {
  candidateTables,
  listAlternatives,
  maxEntries,
  maxWalked,
  nameTables,
  type MatchRange,
} from './candidates.ts';
import { searchedNameOf, searchedNameTable } from './named-condition.ts';
import { numberTests } from './numbered-tests.ts';
import { areaTable, readableGeometryTables } from './place-conditions.ts';
import type { QuestionContext } from './question-context.ts';
import { readableHeldNodeTable, recordCondition } from './record-conditions.ts';
import { readableRelationTable } from './relation-conditions.ts';

/** The most grants of an account itself with which it can ask: the entries of each resource instance are looked up. */
export const maxOwnGrants = 10_000;

/** The conditions within a condition, and those of questions within it. */
function listConditions(condition: RecordCondition): readonly RecordCondition[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts.flatMap(listConditions);
    case 'not':
      return listConditions(condition.part);
    case 'related':
      return condition.to.kind === 'ids'
        ? [condition]
        : // The tables of the inner question come first.
          [...listOfQuestion(condition.to.question), condition];
    default:
      return [condition];
  }
}

const listOfQuestion = (question: Question): readonly RecordCondition[] =>
  question.flatMap(({ condition }) => listConditions(condition));

/**
 * The common table expressions of a question: `page`, the resource instances that it finds; `walk_end`, the last id that was compared, if
 * the work of a call was used up; and `cut_target`, which has a row if a question about related ones finds too many. A statement begins
 * with `with recursive`.
 * @rule Searching by values: In which order are conditions compared, and how much work may one call do?
 * @throws TooManyAlternatives
 */
export function matchTables(caller: Caller, question: Question, range: MatchRange): Statement {
  return tablesOfMatches(conditionTables(caller, question), question, range);
}

/** The common table expressions of `matchTables`, from those of the conditions. */
export function tablesOfMatches(
  { context, tables, cutTargets }: ConditionTables,
  question: Question,
  range: MatchRange,
): Statement {
  return joinTables([tables, pageTables(question, '', range, context), cutTargets]);
}

/** The common table expressions that the conditions of a question need. */
type ConditionTables = {
  readonly context: QuestionContext;
  readonly tables: Statement;
  /** The table `cut_target`. */
  readonly cutTargets: Statement;
};

/**
 * The common table expressions of `matchTables` that do not depend on how candidates are found.
 * @param readsGeometries whether the statement reads geometries besides its conditions
 */
export function conditionTables(
  caller: Caller,
  question: Question,
  readsGeometries = false,
): ConditionTables {
  const conditions = listOfQuestion(question);
  const places = [
    ...new Set(
      conditions.flatMap((condition) => (condition.kind === 'place' ? [condition.place] : [])),
    ),
  ];
  // Conditions of several models share the other ends of their relations.
  const targets = [
    ...new Set(
      conditions.flatMap((condition) => (condition.kind === 'related' ? [condition.to] : [])),
    ),
  ];
  const searches = [
    ...new Set(
      conditions.flatMap((condition) => (condition.kind === 'named' ? [condition.words] : [])),
    ),
  ];
  const { numberOf, tables: testTables } = numberTests(question);
  const context: QuestionContext = {
    caller,
    numberOf,
    areaTableOf: (place: Place) => rawSql(`area_${places.indexOf(place)}`),
    searchedNameTableOf: (words: string) => searchedNameOf(searches.indexOf(words)),
    targetTableOf: (target: RelationTarget) => rawSql(`target_${targets.indexOf(target)}`),
  };
  const isAnywhere = conditions.some(({ kind }) => kind === 'anywhere');
  const tables = joinTables([
    testTables,
    sql`${readableGraphTables(caller)},
own_resource as materialized (
  select o.resource_id
  from own_visible_resource(${int(caller)}) o
  where not (select c.is_administrator from caller c)
  limit ${int(maxOwnGrants + 1)}
)`,
    ...searches.map((words, position) =>
      searchedNameTable(searchedNameOf(position), caller, words),
    ),
    ...(isAnywhere ? [readableHeldNodeTable(caller)] : []),
    ...(readsGeometries || places.length > 0 ? [readableGeometryTables(caller)] : []),
    ...places.map((place) => areaTable(context.areaTableOf(place), place, caller)),
    ...(targets.length > 0 ? [readableRelationTable(caller)] : []),
    ...targets.map((target, position) => targetTables(target, position, context)),
  ]);
  const cutTargets = sql`cut_target as materialized (
  ${joinStatements(
    [
      sql`select 1 where false`,
      ...targets.flatMap(({ kind }, position) =>
        kind === 'ids' ? [] : [cutTargetQuery(position)],
      ),
    ],
    '\n  union all\n  ',
  )}
)`;
  return { context, tables, cutTargets };
}

const prefixOfTarget = (position: number): string => `of_target_${position}_`;

/** The other ends of relations: visible resource instances with these ids, or those that a question finds. */
function targetTables(
  target: RelationTarget,
  position: number,
  context: QuestionContext,
): Statement {
  const table = context.targetTableOf(target);
  if (target.kind === 'ids') {
    return sql`${table} as materialized (
  select v.resource_id
  from visible_among(${int(context.caller)}, ${uuidArray(target.ids)}) v
)`;
  }
  const prefix = prefixOfTarget(position);
  return sql`${pageTables(target.question, prefix, { after: null, limit: maxEntries + 1 }, context)},
${table} as materialized (
  select p.resource_id
  from ${rawSql(`${prefix}page`)} p
)`;
}

function cutTargetQuery(position: number): Statement {
  const prefix = prefixOfTarget(position);
  return sql`select 1
  where (select count(*) from ${rawSql(`${prefix}page`)}) > ${int(maxEntries)}
    or exists (select from ${rawSql(`${prefix}walk_end`)} w where w.last_id is not null)`;
}

/** The tables `page` and `walk_end` of a question, and those that they need, with a prefix. */
function pageTables(
  question: Question,
  prefix: string,
  range: MatchRange,
  context: QuestionContext,
): Statement {
  const { limit } = range;
  const alternatives = listAlternatives(question);
  const named = alternatives.map((alternative, position) => ({
    alternative,
    position,
    name: nameTables(prefix, position),
  }));
  const candidates = joinStatements(
    named.map(
      ({ name, position }) => sql`select c.resource_id, ${int(position)} as alternative, c.is_walked
  from ${name('candidate')} c`,
    ),
    '\n  union all\n  ',
  );
  const condition = joinStatements(
    named.map(
      ({ alternative, position }) => sql`(
        ${int(position)} = any (c.alternatives)
        and ${alternativeCondition(sql`c.resource_id`, alternative, context)}
      )`,
    ),
    '\n      or ',
  );
  const table: TableName = (part) => rawSql(`${prefix}${part}`);
  const isSingle = alternatives.length === 1;
  const matches = sql`select c.resource_id
    from (
      select c.resource_id, ${isSingle ? sql`array[0]` : sql`array_agg(c.alternative)`} as alternatives
      from ${table('candidate')} c
      where c.resource_id <= coalesce((select w.last_id::uuid from ${table('walk_end')} w), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      ${isSingle ? sql`` : sql`group by c.resource_id`}
      order by c.resource_id
    ) c
    where ${condition}`;
  return joinTables([
    ...named.map(({ alternative, name }) => candidateTables(alternative, name, range, context)),
    sql`${table('candidate')} as materialized (
  ${candidates}
),
${table('walk_end')} as materialized (
  select min(w.last_id::text collate "C") as last_id
  from (
    -- Ids are sorted much faster than their texts.
    select (array_agg(c.resource_id order by c.resource_id desc))[1] as last_id
    from ${table('candidate')} c
    where c.is_walked
    group by c.alternative
    having count(*) = ${int(maxWalked)}
  ) w
),
-- Rights are compared last, because most resource instances that meet a condition are visible.
${table('page')} as materialized (
  select m.resource_id
  from (
    ${matches}
    offset 0
  ) m
  where exists (
    select
    from resource r
    where r.resource_id = m.resource_id
      and ${visibleCondition(context.caller)}
      and ${existsForCallerCondition}
    offset 0
  )
  limit ${int(limit)}
)`,
  ]);
}

/** The condition that a resource instance is of one of the models of an alternative and meets its condition. */
function alternativeCondition(
  resourceId: Statement,
  { graphIds, condition }: ModelsCondition,
  context: QuestionContext,
): Statement {
  const meetsCondition = recordCondition(resourceId, condition, context);
  if (graphIds === null) return sql`(${meetsCondition})`;
  const isOfModel = sql`exists (
          select
          from resource r
          where r.resource_id = ${resourceId}
            and r.graph_id = any (${uuidArray(graphIds)})
          offset 0
        )`;
  // Tiles that must meet conditions are tiles of the model, so few others are compared with it.
  const [first, second] = needsTile(condition)
    ? [meetsCondition, isOfModel]
    : [isOfModel, meetsCondition];
  return sql`case when ${first} then ${second} else false end`;
}

const needsTile = (condition: RecordCondition): boolean =>
  condition.kind === 'tiles' ||
  condition.kind === 'values' ||
  (condition.kind === 'all' && condition.parts.some(needsTile));

type TableName = (part: string) => Statement;
