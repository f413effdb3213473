import type { PartsQuery } from '../../data-api/chunks.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import { isWritten, type WorkId } from './is-written.ts';
import { referrers } from './referrers.ts';
import type { Caller } from './list-resources.ts';
import { stampOfParts } from '../stamp-of-parts.ts';
import { readableTiles, tileParts } from '../tiles/tiles-to-change.ts';

/** What is to be deleted, and what is to be told of it. */
export type DeletionQuery = WorkId & {
  /** Whether to tell who refers to it. */
  readonly withReferrers: boolean;
  /** Whether to tell its tiles. */
  readonly withTiles: boolean;
};

/**
 * Everything that the deletion of a resource instance depends on, in one statement: neither its model nor what its values mean.
 * Every part is a letter and a text after a tab:
 * - `H` the header: {is_reviewer, is_written, referrers, stored: {can_view, can_delete, version}};
 * - `T` a tile that the caller may read, see tileParts.
 */
export function resourceToDelete(caller: Caller, query: DeletionQuery): PartsQuery {
  const { resourceId, withReferrers, withTiles } = query;
  return {
    parts: sql`with stored as materialized (
    select r.resource_id, r.version, p.can_view, p.can_delete
    from resource r
    cross join lateral resource_permission(${int(caller)}, r.resource_id) p
    where r.resource_id = ${uuid(resourceId)}
  ),
  ${withReferrers || withTiles ? sql`${readableTiles(caller)},` : sql``}
  part as (
    select
      1 as section,
      0::bigint as place,
      E'H\t' || jsonb_build_object(
        'is_reviewer', is_reviewer(${int(caller)}),
        'is_written', ${isWritten(query)},
        'referrers', ${withReferrers ? referrers(caller, resourceId) : sql`null`},
        'stored', (
          select jsonb_build_object('can_view', s.can_view, 'can_delete', s.can_delete, 'version', s.version::text)
          from stored s
        )
      )::text as part
    ${withTiles ? sql`union all ${tileParts(caller)}` : sql``}
  )
  select
    row_number() over (order by p.section, p.place) as position,
    p.part
  from part p`,
    stamp: stampOfParts,
  };
}
