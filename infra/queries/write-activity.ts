import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../lib/data-api/query.ts';
import {
  bigint,
  boolean,
  json,
  rawSql,
  sql,
  text,
  type Statement,
} from '../../lib/data-api/sql.ts';
import type { ActivityType } from '../../lib/queries/history/activity-items.ts';

/*
 * The edit log of another platform on its way into the activity stream: its rows are gathered, as they come, into one row for each
 * resource instance and transaction; then these are put in the order of time and written.
 */

/** An edit of another platform. */
export type EditRow = {
  /** Where it was read: it orders edits of the same time. */
  readonly place: string;
  readonly change: ActivityType;
  readonly time: string;
  /** Whether the time says of which zone it is. */
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

/** How many items the stream has. */
export function countActivity(): RowsQuery<number> {
  return oneRow(sql`select c.ordinal::text from activity_counter c`, z.number());
}

/** The same, and nobody adds one until the transaction ends. */
export function lockActivity(): RowsQuery<number> {
  return oneRow(sql`select c.ordinal::text from activity_counter c for update`, z.number());
}

/**
 * A table for what is gathered; it ends with the transaction. first_life and last_life are the first and the last creation or deletion:
 * a time and a place that can be compared as texts, and the word.
 */
export function createEditStagingTable(): Statement {
  return rawSql(`create temporary table gathered_activity (
  resource_id uuid not null,
  transaction_id uuid not null,
  graph_id uuid not null,
  account_id integer,
  names_user boolean not null,
  end_time timestamptz not null,
  place text collate "C" not null,
  first_life text collate "C",
  last_life text collate "C",
  primary key (resource_id, transaction_id)
) on commit drop`);
}

/**
 * Gathers edits. An account is that of the username; where a row has none, that of the id, unless the row names somebody else. A row
 * without a transaction stands for itself.
 * @param zone of times that name none (IANA)
 * @returns the places of the rows of which nobody knows the graph: they name none, and their resource instance is not here
 */
export function stageEdits(rows: readonly EditRow[], zone: string): RowsQuery<readonly string[]> {
  return manyRows(
    sql`with edit as materialized (
  select
    e.*,
    coalesce(e.graph_id, r.graph_id) as known_graph_id,
    coalesce(e.transaction_id, gen_random_uuid()) as known_transaction_id,
    case when e.has_zone then e.time::timestamptz else e.time::timestamp at time zone ${text(zone)} end as end_time,
    coalesce(named.account_id, numbered.account_id) as account_id
  from jsonb_to_recordset(${json(rows)}) as e (
    place text,
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
  left join account named on named.username = e.username
  left join account numbered
    on numbered.account_id = e.user_id
    and e.username is null
    and coalesce(e.first_name, numbered.first_name) = numbered.first_name
    and coalesce(e.last_name, numbered.last_name) = numbered.last_name
    and coalesce(lower(e.email), lower(numbered.email)) = lower(numbered.email)
),
gathered as (
  insert into gathered_activity as g (
    resource_id, transaction_id, graph_id, account_id, names_user, end_time, place, first_life, last_life
  )
  select
    e.resource_id,
    e.known_transaction_id,
    max(e.known_graph_id::text)::uuid,
    max(e.account_id),
    bool_or(e.user_id is not null or e.username is not null),
    max(e.end_time),
    min(e.place collate "C"),
    min(l.life collate "C"),
    max(l.life collate "C")
  from edit e
  cross join lateral (
    select case
      when e.change <> 'Update'
        then to_char(e.end_time at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || e.place || e.change
    end as life
  ) l
  where e.known_graph_id is not null
  group by e.resource_id, e.known_transaction_id
  on conflict (resource_id, transaction_id) do update
    set
      account_id = coalesce(g.account_id, excluded.account_id),
      names_user = g.names_user or excluded.names_user,
      end_time = greatest(g.end_time, excluded.end_time),
      place = least(g.place, excluded.place),
      first_life = least(g.first_life, excluded.first_life),
      last_life = greatest(g.last_life, excluded.last_life)
)
select to_json(e.place)::text
from edit e
where e.known_graph_id is null
order by e.place collate "C"`,
    z.string(),
  );
}

/** Puts what was gathered into the order of time, so that it can be read from there piece by piece. */
export const indexStagedEdits: readonly Statement[] = [
  rawSql('create index gathered_order on gathered_activity (end_time, place)'),
  rawSql('analyze gathered_activity'),
];

const gathered = z
  .object({
    items: z.number(),
    /** Those whose user is named, and has no account here. */
    unknownUsers: z.number(),
    /** Whether the last of them is later than now. */
    isAhead: z.boolean(),
  })
  .readonly();

/** What was gathered. */
export function countStagedEdits(): RowsQuery<z.infer<typeof gathered>> {
  return oneRow(
    sql`select jsonb_build_object(
  'items', count(*),
  'unknownUsers', count(*) filter (where g.names_user and g.account_id is null),
  'isAhead', coalesce(max(g.end_time) > clock_timestamp(), false)
)::text
from gathered_activity g`,
    gathered,
  );
}

/** Where the writing of what was gathered has come to. */
const written = z
  .object({ ordinal: z.string(), endTime: z.string(), place: z.string() })
  .readonly();

export type StagedEditsPosition = z.infer<typeof written>;

/** Before anything is written. */
export const stagedEditsStart: StagedEditsPosition = {
  ordinal: '0',
  endTime: '-infinity',
  place: '',
};

// Half a second on a small machine; a statement has 45.
const itemsAtATime = 20_000;

/**
 * Writes the next items of what was gathered into the stream. Deleted and created again is a change; created and deleted is a deletion.
 * @param masksDeleted whether what was deleted there, and is not here, is to count as something that had grants of its own
 * @returns where it has come to; undefined once all is written
 */
export function writeStagedEdits(
  { ordinal, endTime, place }: StagedEditsPosition,
  masksDeleted: boolean,
): RowsQuery<StagedEditsPosition | undefined> {
  return {
    ...sql`with next_item as materialized (
  select g.*, row_number() over (order by g.end_time, g.place) + ${bigint(ordinal)} as ordinal
  from (
    select *
    from gathered_activity g
    where (g.end_time, g.place) > (${text(endTime)}::timestamptz, ${text(place)} collate "C")
    order by g.end_time, g.place
    limit ${bigint(BigInt(itemsAtATime))}
  ) g
),
last_item as materialized (
  select i.ordinal, i.end_time, i.place
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
      and ${boolean(masksDeleted)}
      and not exists (select from resource r where r.resource_id = i.resource_id)
  from next_item i
  cross join lateral (
    select case
      when i.last_life is null then 'Update'
      when right(i.last_life, 6) = 'Delete' then 'Delete'
      when right(i.first_life, 6) = 'Delete' then 'Update'
      else 'Create'
    end as kind
  ) k
)
select jsonb_build_object('ordinal', l.ordinal::text, 'endTime', l.end_time::text, 'place', l.place)::text
from last_item l`,
    read: ([row]) => (row === undefined ? undefined : written.parse(JSON.parse(String(row[0])))),
  };
}
