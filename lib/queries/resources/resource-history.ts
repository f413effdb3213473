import type { PartsQuery } from '../../data-api/chunks.ts';
import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Caller } from './list-resources.ts';
import { stampOfParts } from '../stamp-of-parts.ts';

/**
 * The edits of a resource instance for a caller who has the right to read the history, the latest first. Its creation and deletion
 * are told to all of these; an edit of a tile to who may read the nodegroup today; an edit of a relation that no tile holds to who
 * may see both ends. Administrators are told everything, and they alone what is deleted: a whole resource instance, what it held
 * before it was created again, and relations with an end that is there no longer.
 * What a tile became is not kept twice (ADR 011): it is the old value of its next edit, or the tile as it is.
 * @param before only edits with a smaller id; null for the latest
 * @param limit edits at most; one more is given where there is one
 * @returns parts: whether the caller may read anything at all; whether the caller has the right; whether there is something for
 * the caller to see; then JSON texts of {edit_log_id, transaction_id, edit_type, tile_id, nodegroup_id, edited_at, account_id,
 * username, before, after, proposals_before, proposals_after}
 */
export function resourceHistory(
  caller: Caller,
  resourceId: ResourceId,
  before: bigint | null,
  limit: number,
): PartsQuery {
  return {
    parts: sql`with caller_right as materialized (
    select
      is_administrator(${int(caller)}) as is_administrator,
      may_read_history(${int(caller)}) as may_read_history,
      exists (
        select
        from visible_resource(${int(caller)}) v
        where v.resource_id = ${uuid(resourceId)}
      ) as is_visible
  ),
  readable as materialized (
    select n.nodegroup_id
    from readable_nodegroup(${int(caller)}) n
  ),
  ${visibleEnd(caller, resourceId)},
  last_deletion as materialized (
    select coalesce(max(e.edit_log_id), 0) as edit_log_id
    from edit_log e
    where e.resource_id = ${uuid(resourceId)}
      and e.edit_type = 'delete'
  ),
  edit as materialized (
    select e.*
    from edit_log e
    cross join caller_right c
    where e.resource_id = ${uuid(resourceId)}
      and c.may_read_history
      and (
        c.is_administrator
        or (
          c.is_visible
          and (e.edit_type in ('create', 'delete') or (${isOfThisLife} and ${isReadable}))
        )
      )
      and (
        e.edit_type <> 'tile proposal'
        or readable_provisional_edits(e.old_provisional_edits, ${int(caller)}) is not null
        or readable_provisional_edits(e.new_provisional_edits, ${int(caller)}) is not null
      )
      and (${bigint(before)} is null or e.edit_log_id < ${bigint(before)})
    order by e.edit_log_id desc
    limit ${int(limit + 1)}
  )
  select
    -3::bigint as position,
    may_read_anything(${int(caller)})::text as part
  union all
  select -2, c.may_read_history::text
  from caller_right c
  union all
  select
    -1,
    (
      c.is_visible
      or (
        c.is_administrator
        and exists (select from edit_log e where e.resource_id = ${uuid(resourceId)})
      )
    )::text
  from caller_right c
  union all
  select
    row_number() over (order by e.edit_log_id desc),
    jsonb_build_object(
      'edit_log_id', e.edit_log_id::text,
      'transaction_id', e.transaction_id,
      'edit_type', e.edit_type,
      'tile_id', e.tile_id,
      'nodegroup_id', e.nodegroup_id,
      'edited_at', to_char(e.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'account_id', e.account_id,
      'username', a.username
    )::text
      -- Values keep every digit of their numbers, and texts of JSON are not read.
      || E'\t' || coalesce(
        case when e.edit_type not in ('create', 'delete') or c.is_administrator then e.old_value end::text,
        'null'
      )
      || E'\t' || coalesce(next.value::text, 'null')
      || E'\t' || coalesce(readable_provisional_edits(e.old_provisional_edits, ${int(caller)})::text, 'null')
      || E'\t' || coalesce(readable_provisional_edits(e.new_provisional_edits, ${int(caller)})::text, 'null')
  from edit e
  cross join caller_right c
  left join account a on a.account_id = e.account_id
  left join lateral (${valueAfter}) next
    on c.is_administrator
    or next.nodegroup_id in (select n.nodegroup_id from readable n)`,
    stamp: stampOfParts,
  };
}

/** Those of the ends of the edited relations that the caller may see. An edit of a relation names both in its old value. */
function visibleEnd(caller: Caller, resourceId: ResourceId): Statement {
  return sql`visible_end as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select unnest(array[(e.old_value ->> 'from')::uuid, (e.old_value ->> 'to')::uuid])
      from edit_log e
      where e.resource_id = ${uuid(resourceId)}
        and e.edit_type = 'relation delete'
    ))
  )`;
}

/** Whether an edit came after the last deletion: what was before is the history of something that is deleted. */
const isOfThisLife = sql`e.edit_log_id > (select d.edit_log_id from last_deletion d)`;

/** Whether the nodegroup of an edited tile is readable, or both ends of an edited relation may be seen. */
const isReadable = sql`case
            when e.tile_id is not null then e.nodegroup_id in (select n.nodegroup_id from readable n)
            else (e.old_value ->> 'from')::uuid in (select v.resource_id from visible_end v)
              and (e.old_value ->> 'to')::uuid in (select v.resource_id from visible_end v)
          end`;

/** What a tile became by an edit, with the nodegroup that it was of then: an import may move a tile to another. */
const valueAfter = sql`
    select
      case when later.edit_log_id is null then t.nodegroup_id else later.nodegroup_id end as nodegroup_id,
      case when later.edit_log_id is null then t.data else later.old_value end as value
    from (select) one
    left join lateral (
      select l.edit_log_id, l.nodegroup_id, l.old_value
      from edit_log l
      where l.resource_id = e.resource_id
        and l.edit_log_id > e.edit_log_id
        and l.tile_id = e.tile_id
      order by l.edit_log_id
      limit 1
    ) later on true
    left join tile t on t.tile_id = e.tile_id and t.resource_id = e.resource_id
    where e.tile_id is not null
      and e.edit_type <> 'tile delete'
  `;
