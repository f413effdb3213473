import * as z from 'zod';

import {
  documentQuery,
  listSection,
  requiredSection,
  type DocumentSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { editValues, newValueJoin, unreadableSourceNodeTable } from './edit-values.ts';

const accessSchema = z
  .object({
    mayReadSomething: z.boolean(),
    mayReadHistory: z.boolean(),
    existsForCaller: z.boolean(),
  })
  .readonly();

export type HistoryAccess = z.infer<typeof accessSchema>;

/** An edit without its values. */
export const editMembersSchema = z.object({
  id: z.string(),
  transactionId: z.string(),
  type: z.string(),
  nodegroupId: z.string().nullable(),
  editedAt: z.string(),
  accountId: z.number().nullable(),
  username: z.string().nullable(),
});

const editSchema = editMembersSchema
  .extend({
    tileId: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    proposalsBefore: z.unknown(),
    proposalsAfter: z.unknown(),
  })
  .readonly();

/** An edit as far as the caller may read it. Numbers in its values keep every digit. */
export type StoredEdit = z.infer<typeof editSchema>;

export type ResourceHistory = HistoryAccess & {
  /** The latest first; one more than the limit if there are more. */
  readonly edits: readonly StoredEdit[];
};

/**
 * Finds the edits of a resource instance for a caller with the right to read the history, the latest first. All
 * callers with this right see creations and changes of the life-cycle state. They see an edit of a tile if they may read its nodegroup
 * now, and an edit of a relation outside of tiles if they may see both ends. Administrators see everything; only they see a deleted
 * resource instance, its values before it was created again, and relations with a deleted end.
 * @param before only edits that are older than the one with this id; null for the latest
 * @param limit the page size; one more is returned if there is one
 */
export function findResourceHistory(
  caller: Caller,
  resourceId: ResourceId,
  before: bigint | null,
  limit: number,
): DocumentQuery<ResourceHistory> {
  const { before: oldValue, after: newValue, proposalsBefore, proposalsAfter } = editValues(caller);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${historyTables(caller, resourceId, before, limit)}`,
      sections: {
        access: accessSection(caller, resourceId),
        edit: listSection(
          (text) => editSchema.parse(parseLossless(text)),
          sql`select
      ${editOrder},
      jsonb_build_object(
        ${editMembers},
        'tileId', e.tile_id,
        'before', ${oldValue},
        'after', ${newValue},
        'proposalsBefore', ${proposalsBefore},
        'proposalsAfter', ${proposalsAfter}
      )::text
    from edit e
    cross join caller_right c
    left join account a on a.account_id = e.account_id
    ${newValueJoin}`,
        ),
      },
    },
    (section) => ({ ...section('access'), edits: section('edit') }),
  );
}

/**
 * The common table expressions `caller_right`, `readable_nodegroup`, `edit` and `unreadable_source_node`. `edit` has the edits of
 * `findResourceHistory`, up to one more than the limit.
 * @rule Permissions: Which edits of a resource instance may a caller see?
 */
export function historyTables(
  caller: Caller,
  resourceId: ResourceId,
  before: bigint | null,
  limit: number,
): Statement {
  return sql`${visibleIdTable(caller, resourceId)},
  caller_right as materialized (
    select
      is_administrator(${int(caller)}) as is_administrator,
      may_read_history(${int(caller)}) as may_read_history,
      exists (select from visible_id v where v.resource_id = ${uuid(resourceId)}) as is_visible
  ),
  readable_nodegroup as materialized (
    select n.nodegroup_id
    from readable_nodegroup(${int(caller)}) n
  ),
  last_deletion as materialized (
    select
      coalesce(max(e.edit_log_id) filter (where e.source_edit_id is null), 0) as edit_log_id,
      coalesce(max(e.edited_at) filter (where e.source_edit_id is null), '-infinity') as deleted_at,
      coalesce(max(e.edited_at) filter (where e.source_edit_id is not null), '-infinity') as deleted_in_source_at
    from edit_log e
    where e.resource_id = ${uuid(resourceId)}
      and e.edit_type = 'delete'
  ),
  position as materialized (
    ${positionQuery(resourceId, before)}
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
          and not e.is_closed
          and ${afterLastDeletionCondition}
          and (e.edit_type in ('create', 'state edit') or ${editReadableCondition})
        )
      )
      and (
        e.edit_type <> 'tile proposal'
        or readable_provisional_edits(e.old_provisional_edits, ${int(caller)}) is not null
        or readable_provisional_edits(e.new_provisional_edits, ${int(caller)}) is not null
      )
      and (e.edited_at, e.edit_log_id) < ((select p.edited_at from position p), (select p.edit_log_id from position p))
    order by e.edited_at desc, e.edit_log_id desc
    limit ${int(limit + 1)}
  ),
  ${unreadableSourceNodeTable}`;
}

/** The section that says whether the caller may read the history. */
export function accessSection(
  caller: Caller,
  resourceId: ResourceId,
): DocumentSection<HistoryAccess> {
  return requiredSection(
    accessSchema,
    sql`select jsonb_build_object(
        'mayReadSomething', ${mayReadSomethingCondition(caller, sql`c.is_visible`)},
        'mayReadHistory', c.may_read_history,
        'existsForCaller', c.is_visible
          or (
            c.is_administrator
            and exists (select from edit_log e where e.resource_id = ${uuid(resourceId)})
          )
      )::text
    from caller_right c`,
  );
}

/** The members of `editMembersSchema` of an edit `e` of the account `a`, for jsonb_build_object. */
export const editMembers = sql`'id', e.edit_log_id::text,
        'transactionId', e.transaction_id,
        'type', e.edit_type,
        'nodegroupId', e.nodegroup_id,
        'editedAt', to_char(e.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'accountId', e.account_id,
        'username', coalesce(a.username, e.source_username)`;

/** The number of an edit `e` in the order of a history. */
export const editOrder = sql`row_number() over (order by e.edited_at desc, e.edit_log_id desc)`;

/** The position of an edit in the history of a resource instance, or before its latest edit. */
function positionQuery(resourceId: ResourceId, editId: bigint | null): Statement {
  return sql`select e.edited_at, e.edit_log_id
    from edit_log e
    where e.edit_log_id = ${bigint(editId)}
      and e.resource_id = ${uuid(resourceId)}
    union all
    select 'infinity', 0
    where ${bigint(editId)} is null`;
}

/**
 * The resource instance and the ends of its edited relations, as far as they are visible. The old value of an edited
 * relation contains both ends.
 */
function visibleIdTable(caller: Caller, resourceId: ResourceId): Statement {
  return sql`visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select ${uuid(resourceId)}
      union
      select unnest(array[(e.old_value ->> 'from')::uuid, (e.old_value ->> 'to')::uuid])
      from edit_log e
      where e.resource_id = ${uuid(resourceId)}
        and e.edit_type = 'relation delete'
    ))
  )`;
}

/**
 * The condition that an edit came after the last deletion. Earlier edits belong to the deleted resource instance. Ids order the edits of this
 * service, and times those that came from another platform at any later time.
 */
const afterLastDeletionCondition = sql`exists (
            select
            from last_deletion d
            where e.edit_log_id > d.edit_log_id
              and e.edited_at > d.deleted_in_source_at
              and (e.source_edit_id is null or e.edited_at > d.deleted_at)
          )`;

/** The condition that the nodegroup of an edited tile is readable, or both ends of an edited relation are visible. */
const editReadableCondition = sql`case
            when e.tile_id is not null then e.nodegroup_id in (select n.nodegroup_id from readable_nodegroup n)
            when e.edit_type = 'relation delete' then (e.old_value ->> 'from')::uuid in (select v.resource_id from visible_id v)
              and (e.old_value ->> 'to')::uuid in (select v.resource_id from visible_id v)
          end`;

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [findResourceHistory(caller, sample.resourceId, null, 1)],
};
