import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import {
  jsonString,
  sql,
  text,
  uuidArray,
  type Statement,
} from '../../../../../lib/data-api/sql.ts';
import type { TileSource } from '../../../../../lib/queries/resources/changed-tiles.ts';
import { stagedText } from '../../../../../lib/queries/staging.ts';

/*
 * Edits from the edit log of another platform. The expressions are about an edit `e` with the columns time, has_zone, user_id, username,
 * first_name, last_name and email.
 */

/** The time of an edit. @param zone the time zone (IANA) of times that name none */
export function editTimeExpression(zone: string): Statement {
  return sql`case when e.has_zone then e.time::timestamptz else e.time::timestamp at time zone ${text(zone)} end`;
}

/**
 * Joins the account of an edit. It is found by username. For an edit without a username, it is found by id, provided that first name, last
 * name and e-mail address do not contradict.
 */
export const editAccountJoins = sql`left join account account_by_name on account_by_name.username = e.username
  left join account account_by_id
    on account_by_id.account_id = e.user_id
    and e.username is null
    and coalesce(e.first_name, account_by_id.first_name) = account_by_id.first_name
    and coalesce(e.last_name, account_by_id.last_name) = account_by_id.last_name
    and coalesce(lower(e.email), lower(account_by_id.email)) = lower(account_by_id.email)`;

/** The account that `editAccountJoins` finds; null if there is none. */
export const editAccountId = sql`coalesce(account_by_name.account_id, account_by_id.account_id)`;

/** An edit with its values, as the edit log of this service stores it. */
export type SourceEditRow = {
  /** The id in the other platform. */
  readonly source_edit_id: string;
  readonly transaction_id: string | null;
  readonly resource_id: string;
  readonly tile_id: string | null;
  readonly nodegroup_id: string | null;
  readonly edit_type: string;
  readonly old_value: unknown;
  readonly new_value: unknown;
  readonly old_provisional_edits: unknown;
  readonly new_provisional_edits: unknown;
  /** Whether only administrators may read the edit. */
  readonly is_closed: boolean;
  readonly time: string;
  readonly has_zone: boolean;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
};

/** Finds which of these edits of another platform are stored with their values. */
export function findStoredSourceEdits(ids: readonly string[]): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_json(e.source_edit_id)::text
-- A join, because with a condition on the list every row is compared as long as the table has no statistics.
from unnest(${uuidArray(ids)}) as i (id)
join edit_log e on e.source_edit_id = i.id`,
    z.string(),
  );
}

const writtenEditsSchema = z
  .object({
    edits: z.number(),
    /** The bytes of their rows in the table. */
    bytes: z.number(),
  })
  .readonly();

export type WrittenEdits = z.output<typeof writtenEditsSchema>;

/**
 * Stores edits of another platform that are not stored yet. An edit of a user without an account keeps the name of the user.
 * @param zone the time zone (IANA) of times that name none
 */
export function storeSourceEdits(source: TileSource, zone: string): RowsQuery<WrittenEdits> {
  return oneRow(
    sql`with written as (
  insert into edit_log (
    source_edit_id, transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, new_value, old_provisional_edits,
    new_provisional_edits, account_id, source_username, edited_at, is_closed
  )
  select
    e.source_edit_id,
    coalesce(e.transaction_id, gen_random_uuid()),
    e.resource_id,
    e.tile_id,
    e.nodegroup_id,
    e.edit_type,
    e.old_value,
    e.new_value,
    e.old_provisional_edits,
    e.new_provisional_edits,
    ${editAccountId},
    case
      when ${editAccountId} is null then coalesce(e.username, nullif(concat_ws(' ', e.first_name, e.last_name), ''))
    end,
    ${editTimeExpression(zone)},
    coalesce(e.is_closed, false)
  from jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonString(source.text)}`}) as e (
    source_edit_id uuid,
    transaction_id uuid,
    resource_id uuid,
    tile_id uuid,
    nodegroup_id uuid,
    edit_type text,
    old_value jsonb,
    new_value jsonb,
    old_provisional_edits jsonb,
    new_provisional_edits jsonb,
    is_closed boolean,
    time text,
    has_zone boolean,
    user_id integer,
    username text,
    first_name text,
    last_name text,
    email text
  )
  ${editAccountJoins}
  on conflict (source_edit_id) where source_edit_id is not null do nothing
  returning pg_column_size(edit_log.*) as bytes
)
select jsonb_build_object('edits', count(*), 'bytes', coalesce(sum(w.bytes), 0))::text
from written w`,
    writtenEditsSchema,
  );
}
