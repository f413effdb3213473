import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableEdits, readableValues } from './closed-nodes.ts';

/** Whether a tile is there for a caller: one that is nothing but proposals is for their authors and for reviewers. @param tile its name */
export function isTileVisible(caller: Caller, tile: Statement): Statement {
  return sql`(
      not ${tile}.is_proposed
      or readable_provisional_edits(${tile}.provisional_edits, ${int(caller)}) is not null
    )`;
}

/**
 * The record of a tile as the specification has it (JSON business data), as JSON text; its data are not read, so numbers keep
 * every digit. Provisional edits are those that the caller may see. `tileRecord` of lib/serializers/tiles writes the same record of
 * a tile that was just written and is not read again; a test holds the two to each other.
 * @param mayReadParent a condition on the tile `t`: whether its parent tile is one that the caller may read; where not, the
 *   record has no parent
 * @returns an expression over the columns of the tile `t`
 */
export function tileRecordExpression(caller: Caller, mayReadParent: Statement): Statement {
  return sql`'{"tileid":"' || t.tile_id
      || '","data":' || (${readableValues(caller, sql`t.data`)})::text
      || ',"nodegroup_id":"' || t.nodegroup_id
      || '","parenttile_id":'
      || case
        when ${mayReadParent}
          then '"' || t.parent_tile_id || '"'
        else 'null'
      end
      || ',"provisionaledits":'
      || case
        when t.provisional_edits is null then 'null'
        else coalesce(${readableEdits(caller, sql`t.provisional_edits`)}::text, 'null')
      end
      || ',"resourceinstance_id":"' || t.resource_id
      || '","sortorder":' || coalesce(t.sort_order::text, 'null')
      || '}'`;
}
