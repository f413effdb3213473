import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text, uuidArray, type Statement } from '../../data-api/sql.ts';
import { nilUuid, parseResourceId } from '../../model/ids.ts';
import type { Question } from '../../model/questions/question.ts';
import { namelessKey, type SortPosition } from '../../model/questions/sort.ts';
import { existsForCallerCondition, visibleCondition } from '../resources/visible-conditions.ts';
import { conditionTables } from './match-tables.ts';
import type { QuestionContext } from './question-context.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import { recordCondition } from './record-conditions.ts';
import {
  direction,
  isAfterPosition,
  nameKey,
  readableSourceTable,
  timeKey,
  type SortOptions,
} from './sort-key-tables.ts';
import { sortedItemSchema } from './sorted-matches.ts';
import { anyOf } from './value-conditions.ts';

/** The most visible resource instances that are compared in one call. */
const maxWalked = 5000;

const sortedWalkSchema = z
  .object({
    items: z.array(sortedItemSchema).readonly(),
    /** The last position that was compared, if the work of a call was used up before the page was full. */
    walkedTo: sortedItemSchema.nullable(),
    ...stateMembers,
  })
  .readonly();

/** A page of the resource instances that a question finds, in an order. */
export type SortedWalk = z.output<typeof sortedWalkSchema>;

/**
 * Walks visible resource instances in an order, and compares them with a question until the page is full. Names end before the resource
 * instances without one: each of the two parts is walked from a position of its own.
 * @rule Searching by values: How is a list sorted of which not all can be compared in one call?
 * @throws TooManyAlternatives
 */
export function walkSorted(
  question: Question,
  options: SortOptions,
  after: SortPosition | null,
  limit: number,
): RowsQuery<SortedWalk> {
  const { caller, sort } = options;
  const { context, tables, cutTargets } = conditionTables(caller, question);
  return oneRow(
    sql`with recursive ${joinTables([
      tables,
      sort.key === 'name' ? readableSourceTable(caller) : undefined,
      sql`walked as materialized (
  ${walkQuery(question, options, after)}
),
page as materialized (
  select w.key, w.resource_id
  from walked w
  cross join lateral (
    select
    from resource r
    where r.resource_id = w.resource_id
      and ${isKeyOf(options)}
      and ${questionCondition(question, context)}
    -- This keeps the order in which the rows are walked.
    offset 0
  ) m
  limit ${int(limit)}
)`,
      cutTargets,
    ])}
select jsonb_build_object(
  'items', (
    select coalesce(jsonb_agg(${item(sql`p`)} order by p.key collate "C" ${direction(sort)}, p.resource_id ${direction(sort)}), '[]')
    from page p
  ),
  'walkedTo', case
    when (select count(*) from page) < ${int(limit)} and (select count(*) from walked) = ${int(maxWalked)} then (
      select ${item(sql`w`)}
      from walked w
      order by w.key collate "C" ${reverse(options)}, w.resource_id ${reverse(options)}
      limit 1
    )
  end,
  ${stateExpression}
)::text`,
    sortedWalkSchema,
  );
}

const item = (row: Statement): Statement =>
  sql`jsonb_build_object('key', ${row}.key, 'resourceId', ${row}.resource_id)`;

const reverse = ({ sort }: SortOptions): Statement =>
  direction({ ...sort, isDescending: !sort.isDescending });

const inModels = (graphIds: readonly string[] | null): Statement =>
  graphIds === null ? sql`true` : sql`r.graph_id = any (${uuidArray(graphIds)})`;

/** The condition that the resource instance `r` is in one of the models of a question. */
const inSomeModel = (question: Question): Statement =>
  anyOf(question.map(({ graphIds }) => inModels(graphIds)));

const questionCondition = (question: Question, context: QuestionContext): Statement =>
  sql`(${anyOf(
    question.map(
      ({ graphIds, condition }) =>
        sql`${inModels(graphIds)} and ${recordCondition(sql`r.resource_id`, condition, context)}`,
    ),
  )})`;

/** The condition that the key by which the resource instance `r` was found is the one that the caller may know. */
function isKeyOf({ caller, sort, languages }: SortOptions): Statement {
  switch (sort.key) {
    case 'name':
      return sql`${nameKey(
        languages,
        sql`select jsonb_agg(v.resource_id)
        from visible_among(${int(caller)}, described_resources(r.descriptors)) v`,
      )} = w.key`;
    case 'changed':
      return sql`${timeKey(sql`readable_change(${int(caller)}, r.resource_id)`)} = w.key`;
    default:
      return sql`true`;
  }
}

function walkQuery(
  question: Question,
  options: SortOptions,
  after: SortPosition | null,
): Statement {
  const { sort } = options;
  const isVisible = sql`(${inSomeModel(question)})
    and ${visibleCondition(options.caller)}
    and ${existsForCallerCondition}`;
  const order = direction(sort);
  const limit = int(maxWalked);
  switch (sort.key) {
    case 'name':
      return isInNames(options, after)
        ? namesQuery(options, isVisible, after)
        : sql`select ${text(namelessKey)} as key, r.resource_id
  from resource r
  where ${isAfterPosition(sort, sql`${text(namelessKey)}`, sql`r.resource_id`, after, (key) => sql`${text(key)}`)}
    and ${isVisible}
  order by r.resource_id ${order}
  limit ${limit}`;
    case 'created':
      return sql`select ${timeKey(sql`r.created_at`)} as key, r.resource_id
  from resource r
  where ${isAfterPosition(sort, sql`r.created_at`, sql`r.resource_id`, after, time)}
    and ${isVisible}
  order by r.created_at ${order}, r.resource_id ${order}
  limit ${limit}`;
    case 'changed':
      return changesQuery(options, isVisible, after);
    default:
      return sql`select r.resource_id::text as key, r.resource_id
  from resource r
  where ${isAfterPosition(sort, sql`r.resource_id`, sql`r.resource_id`, after, (key) => sql`${text(key)}::uuid`)}
    and ${isVisible}
  order by r.resource_id ${order}
  limit ${limit}`;
  }
}

const time = (key: string): Statement => sql`(${text(key)} || 'Z')::timestamptz`;

/** The id of the position between the names and the resource instances without one. */
export const startOfNameless = parseResourceId(nilUuid);

/** Whether a walk by name is among the names, and not among the resource instances without one. */
export const isInNames = (
  { sort: { isDescending } }: Pick<SortOptions, 'sort'>,
  after: SortPosition | null,
): boolean =>
  isDescending
    ? after !== null && (after.key !== namelessKey || after.resourceId === startOfNameless)
    : after?.key !== namelessKey;

/** Entries of whole names that the caller may read, each once for a resource instance. */
function namesQuery(
  { sort, caller }: SortOptions,
  isVisible: Statement,
  after: SortPosition | null,
): Statement {
  const order = direction(sort);
  const readableSets = sql`array(
        select s.source_set_id
        from source_set s
        where s.nodegroup_ids <@ (select coalesce(jsonb_agg(n.nodegroup_id), '[]') from readable_nodegroup(${int(caller)}) n)
      )`;
  return sql`select e.entry as key, e.resource_id
  from (
    select e.entry, e.resource_id
    from name_entry e
    where e.is_whole
      and ${isAfterPosition(sort, sql`e.entry`, sql`e.resource_id`, after, (key) => sql`${text(key)}`)}
      and e.source_set_id = any (${readableSets})
      and not exists (
        select
        from name_entry o
        where o.is_whole
          and o.entry = e.entry
          and o.resource_id = e.resource_id
          and o.source_set_id < e.source_set_id
          and o.source_set_id = any (${readableSets})
      )
    order by e.entry ${order}, e.resource_id ${order}
    offset 0
  ) e
  cross join lateral (
    select
    from resource r
    where r.resource_id = e.resource_id
      and ${isVisible}
    offset 0
  ) r
  limit ${int(maxWalked)}`;
}

/** The changes of tiles that the caller may know of, and the creations of resource instances. */
function changesQuery(
  { sort, caller }: SortOptions,
  isVisible: Statement,
  after: SortPosition | null,
): Statement {
  const order = direction(sort);
  const limit = int(maxWalked);
  return sql`select ${timeKey(sql`c.changed_at`)} as key, c.resource_id
  from (
    (
      select e.edited_at as changed_at, e.resource_id
      from edit_log e
      join resource r on r.resource_id = e.resource_id
      where e.tile_id is not null
        and e.edit_type <> 'tile proposal'
        and not e.is_closed
        and e.nodegroup_id in (select n.nodegroup_id from readable_nodegroup(${int(caller)}) n)
        and ${isAfterPosition(sort, sql`e.edited_at`, sql`e.resource_id`, after, time)}
        and ${isVisible}
      order by e.edited_at ${order}, e.resource_id ${order}
      limit ${limit}
    )
    union
    (
      select r.created_at, r.resource_id
      from resource r
      where ${isAfterPosition(sort, sql`r.created_at`, sql`r.resource_id`, after, time)}
        and ${isVisible}
      order by r.created_at ${order}, r.resource_id ${order}
      limit ${limit}
    )
  ) c
  order by c.changed_at ${order}, c.resource_id ${order}
  limit ${limit}`;
}
