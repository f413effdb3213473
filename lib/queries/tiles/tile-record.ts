import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { readableEditsExpression, readableValuesExpression } from './unreadable-moved-nodes.ts';

/**
 * The condition that the caller may see a tile, as far as proposals matter. Only the authors of its proposals and reviewers may
 * see a tile that consists of proposals only; any other tile is visible to all.
 * @rule Permissions: Who sees a tile that is only proposed?
 * @param tile its table alias
 */
export function tileVisibleCondition(caller: Caller, tile: Statement): Statement {
  return sql`(
      not ${tile}.is_proposed
      or readable_provisional_edits(${tile}.provisional_edits, ${int(caller)}) is not null
    )`;
}

/**
 * The JSON string of a tile record as in the specification (JSON business data). The data is not parsed, so numbers
 * keep every digit. Only provisional edits that the caller may see are included. `tileRecord` of
 * lib/serializers/tiles builds the same record for a tile that was just written; a test compares the two records.
 * @rule Resource instances: Which fields does a tile record have?
 * @param parentReadableCondition a condition on the tile `t`; if it is false, the record has no parent
 * @returns an expression over the columns of the tile `t`
 */
export function tileRecordExpression(
  caller: Caller,
  parentReadableCondition: Statement,
): Statement {
  return sql`'{"tileid":"' || t.tile_id
      || '","data":' || (${readableValuesExpression(caller, sql`t.data`)})::text
      || ',"nodegroup_id":"' || t.nodegroup_id
      || '","parenttile_id":'
      || case
        when ${parentReadableCondition}
          then '"' || t.parent_tile_id || '"'
        else 'null'
      end
      || ',"provisionaledits":'
      || case
        when t.provisional_edits is null then 'null'
        else coalesce(${readableEditsExpression(caller, sql`t.provisional_edits`)}::text, 'null')
      end
      || ',"resourceinstance_id":"' || t.resource_id
      || '","sortorder":' || coalesce(t.sort_order::text, 'null')
      || '}'`;
}
