import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  bigint,
  boolean,
  json,
  rawSql,
  sql,
  text,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import type { ActivityType } from '../../../../../lib/queries/history/activity-items.ts';
import {
  editAccountId,
  editAccountJoins,
  editTimeExpression,
} from '../../database/queries/source-edits.ts';

/*
 * Imports the edit log of another platform into the activity stream. Edits are merged in a staging table, with one row for each
 * resource instance and transaction. The rows are then written in the order of their times.
 */

export type EditRow = {
  /** The position of the edit in the files, which orders edits of the same time. */
  readonly position: string;
  readonly change: ActivityType;
  readonly time: string;
  /** Whether the time includes a time zone. */
  readonly has_zone: boolean;
  readonly resource_id: string;
  readonly graph_id: string | null;
  readonly transaction_id: string | null;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
};

/** Counts the items of the activity stream. */
export function countActivity(): RowsQuery<number> {
  return oneRow(sql`select c.ordinal::text from activity_counter c`, z.number());
}

/** Counts the items of the activity stream, and prevents new ones until the transaction ends. */
export function lockActivity(): RowsQuery<number> {
  return oneRow(sql`select c.ordinal::text from activity_counter c for update`, z.number());
}

/**
 * Creates the staging table, which is dropped at commit. The columns of lifecycle events have the first and the last creation or
 * deletion of the resource instance in the transaction, as a sortable text of time, position and type.
 */
export function createEditStagingTable(): Statement {
  return rawSql(`create temporary table staged_activity (
  resource_id uuid not null,
  transaction_id uuid not null,
  graph_id uuid not null,
  account_id integer,
  has_user boolean not null,
  end_time timestamptz not null,
  position text collate "C" not null,
  first_lifecycle_event text collate "C",
  last_lifecycle_event text collate "C",
  primary key (resource_id, transaction_id)
) on commit drop`);
}

/**
 * Adds edits to the staging table. An edit without a transaction id counts as a
 * transaction of its own.
 * @param zone the time zone (IANA) of times that name none
 * @returns the positions of the edits that were left out: they name no graph, and their resource instance is not stored
 */
export function stageEdits(rows: readonly EditRow[], zone: string): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with edit as materialized (
  select
    e.*,
    coalesce(e.graph_id, r.graph_id) as resolved_graph_id,
    coalesce(e.transaction_id, gen_random_uuid()) as resolved_transaction_id,
    ${editTimeExpression(zone)} as end_time,
    ${editAccountId} as account_id
  from jsonb_to_recordset(${json(rows)}) as e (
    position text,
    change text,
    time text,
    has_zone boolean,
    resource_id uuid,
    graph_id uuid,
    transaction_id uuid,
    user_id integer,
    username text,
    first_name text,
    last_name text,
    email text
  )
  left join resource r on r.resource_id = e.resource_id
  ${editAccountJoins}
),
staged as (
  insert into staged_activity as s (
    resource_id, transaction_id, graph_id, account_id, has_user, end_time, position, first_lifecycle_event, last_lifecycle_event
  )
  select
    e.resource_id,
    e.resolved_transaction_id,
    max(e.resolved_graph_id::text)::uuid,
    max(e.account_id),
    bool_or(e.user_id is not null or e.username is not null),
    max(e.end_time),
    min(e.position collate "C"),
    min(l.lifecycle_event collate "C"),
    max(l.lifecycle_event collate "C")
  from edit e
  cross join lateral (
    select case
      when e.change <> 'Update'
        then to_char(e.end_time at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || e.position || e.change
    end as lifecycle_event
  ) l
  where e.resolved_graph_id is not null
  group by e.resource_id, e.resolved_transaction_id
  on conflict (resource_id, transaction_id) do update
    set
      account_id = coalesce(s.account_id, excluded.account_id),
      has_user = s.has_user or excluded.has_user,
      end_time = greatest(s.end_time, excluded.end_time),
      position = least(s.position, excluded.position),
      first_lifecycle_event = least(s.first_lifecycle_event, excluded.first_lifecycle_event),
      last_lifecycle_event = greatest(s.last_lifecycle_event, excluded.last_lifecycle_event)
)
select to_json(e.position)::text
from edit e
where e.resolved_graph_id is null
order by e.position collate "C"`,
    z.string(),
  );
}

/** Creates the index by which staged edits are read in batches. */
export const indexStagedEdits: readonly Statement[] = [
  rawSql('create index staged_order on staged_activity (end_time, position)'),
  rawSql('analyze staged_activity'),
];

const stagedCountsSchema = z
  .object({
    items: z.number(),
    /** Items whose user has no account. */
    unknownUsers: z.number(),
    /** Whether the last item is in the future. */
    isAhead: z.boolean(),
  })
  .readonly();

export function countStagedEdits(): RowsQuery<z.infer<typeof stagedCountsSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'items', count(*),
  'unknownUsers', count(*) filter (where s.has_user and s.account_id is null),
  'isAhead', coalesce(max(s.end_time) > clock_timestamp(), false)
)::text
from staged_activity s`,
    stagedCountsSchema,
  );
}

/**
 * Adds the unlisted changes that the staged edits do not contain, with the present time. A creation or an update is contained if
 * the resource instance has any edit; a deletion, if the last lifecycle event in its edits is a deletion. Then gives staged edits
 * that are earlier than the last item of the stream the time of that item. The stream must be locked.
 */
export const completeStagedEdits: readonly Statement[] = [
  sql`insert into staged_activity (
  resource_id, transaction_id, graph_id, has_user, end_time, position, first_lifecycle_event, last_lifecycle_event
)
select u.resource_id, gen_random_uuid(), u.graph_id, false, clock_timestamp(), repeat('9', 16), l.lifecycle_event, l.lifecycle_event
from unlisted_change u
cross join lateral (
  select case when u.kind <> 'Update' then to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || u.kind end as lifecycle_event
) l
where case
  when u.kind = 'Delete' then coalesce(
    (
      select right(max(s.last_lifecycle_event collate "C"), 6) <> 'Delete'
      from staged_activity s
      where s.resource_id = u.resource_id
    ),
    true
  )
  else not exists (select from staged_activity s where s.resource_id = u.resource_id)
end`,
  sql`update staged_activity s
set end_time = c.end_time
from activity_counter c
where s.end_time < c.end_time`,
];

/** Deletes the unlisted changes, after they have been written into the stream. */
export function removeUnlistedChanges(): Statement {
  return rawSql('delete from unlisted_change');
}

/** The position of the last item that was written. */
const stagedEditsPositionSchema = z
  .object({ ordinal: z.string(), endTime: z.string(), position: z.string() })
  .readonly();

export type StagedEditsPosition = z.infer<typeof stagedEditsPositionSchema>;

export const stagedEditsStart: StagedEditsPosition = {
  ordinal: '0',
  endTime: '-infinity',
  position: '',
};

// A statement that writes this many items takes half a second on a small machine. The Data API allows 45 seconds.
const itemsPerStatement = 20_000;

/**
 * Writes the next staged items into the stream. In one transaction, a deletion with a later creation becomes an update, and a
 * creation with a later deletion becomes a deletion.
 * @param masksDeleted whether deletions of resource instances that are not stored are masked, as if those resource instances had had grants
 * @returns the last written item; undefined if no item remained
 */
export function writeStagedEdits(
  { ordinal, endTime, position }: StagedEditsPosition,
  masksDeleted: boolean,
): RowsQuery<StagedEditsPosition | undefined> {
  return {
    ...sql`with next_item as materialized (
  select s.*, row_number() over (order by s.end_time, s.position) + ${bigint(ordinal)} as ordinal
  from (
    select *
    from staged_activity s
    where (s.end_time, s.position) > (${text(endTime)}::timestamptz, ${text(position)} collate "C")
    order by s.end_time, s.position
    limit ${bigint(BigInt(itemsPerStatement))}
  ) s
),
last_item as materialized (
  select i.ordinal, i.end_time, i.position
  from next_item i
  order by i.ordinal desc
  limit 1
),
counted as (
  update activity_counter c
  set ordinal = l.ordinal, end_time = l.end_time
  from last_item l
),
inserted as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time, had_grants)
  select
    i.ordinal,
    k.kind,
    i.resource_id,
    i.graph_id,
    i.account_id,
    i.end_time,
    k.kind = 'Delete'
      and (
        (${boolean(masksDeleted)} and not exists (select from resource r where r.resource_id = i.resource_id))
        or exists (select from unlisted_change u where u.resource_id = i.resource_id and u.had_grants)
      )
  from next_item i
  cross join lateral (
    select case
      when i.last_lifecycle_event is null then 'Update'
      when right(i.last_lifecycle_event, 6) = 'Delete' then 'Delete'
      when right(i.first_lifecycle_event, 6) = 'Delete' then 'Update'
      else 'Create'
    end as kind
  ) k
)
select jsonb_build_object('ordinal', l.ordinal::text, 'endTime', l.end_time::text, 'position', l.position)::text
from last_item l`,
    parse: ([row]) =>
      row === undefined ? undefined : stagedEditsPositionSchema.parse(JSON.parse(String(row[0]))),
  };
}
