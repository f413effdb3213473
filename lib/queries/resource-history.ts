import type { PartsQuery } from '../data-api/chunks.ts';
import { bigint, int, sql, uuid } from '../data-api/sql.ts';
import type { ResourceId } from '../model/ids.ts';
import type { Caller } from './resources.ts';
import { stampOfParts } from './stamp-of-parts.ts';

/**
 * The edits of a resource instance that a caller may read, the latest first: those of its tiles in readable nodegroups, and its
 * creation and deletion. What is deleted has a history for administrators alone.
 * What a tile became is not kept twice (ADR 011): it is the old value of its next edit, or the tile as it is.
 * @param before only edits with a smaller id; null for the latest
 * @param limit edits at most; one more is given where there is one
 * @returns parts: whether the caller may read anything at all; whether there is something for the caller to see; then JSON texts of
 * {edit_log_id, transaction_id, edit_type, tile_id, nodegroup_id, edited_at, account_id, username, before, after, proposals_before,
 * proposals_after}
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
      may_read_history(${int(caller)}) as may_read_names,
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
  edit as materialized (
    select e.*
    from edit_log e
    cross join caller_right c
    where e.resource_id = ${uuid(resourceId)}
      and (c.is_visible or c.is_administrator)
      and (
        c.is_administrator
        or e.tile_id is null
        or e.nodegroup_id in (select n.nodegroup_id from readable n)
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
    -2::bigint as position,
    may_read_anything(${int(caller)})::text as part
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
      'username', case when c.may_read_names or e.account_id = ${int(caller)} then a.username end
    )::text
      -- Values keep every digit of their numbers, and texts of JSON are not read.
      || E'\t' || coalesce(case when e.tile_id is not null or c.is_administrator then e.old_value end::text, 'null')
      || E'\t' || coalesce(next.value::text, 'null')
      || E'\t' || coalesce(readable_provisional_edits(e.old_provisional_edits, ${int(caller)})::text, 'null')
      || E'\t' || coalesce(readable_provisional_edits(e.new_provisional_edits, ${int(caller)})::text, 'null')
  from edit e
  cross join caller_right c
  left join account a on a.account_id = e.account_id
  left join lateral (
    select
      case
        when e.tile_id is null or e.edit_type = 'tile delete' then null
        when later.edit_log_id is not null then later.old_value
        else (select t.data from tile t where t.tile_id = e.tile_id)
      end as value
    from (select) one
    left join lateral (
      select l.edit_log_id, l.old_value
      from edit_log l
      where l.resource_id = e.resource_id
        and l.edit_log_id > e.edit_log_id
        and l.tile_id = e.tile_id
      order by l.edit_log_id
      limit 1
    ) later on true
  ) next on true`,
    stamp: stampOfParts,
  };
}
