import { sql, textArray, type Statement } from '../../data-api/sql.ts';
import type { SearchedBy } from '../../model/datatypes/datatype.ts';
import { builtInDatatypes } from '../../model/datatypes/registry.ts';
import { shownOnCardCondition } from '../nodes/labelled-node.ts';

/**
 * The common table expression `searched_node`: the nodes whose values are searched in one way and whose cards show them, with each readable
 * nodegroup whose tiles have them. It needs `readable_held_node`.
 */
export function searchedNodeTable(searchedBy: SearchedBy): Statement {
  const datatypes = builtInDatatypes
    .filter((datatype) => datatype.searchedBy === searchedBy)
    .map(({ name }) => name);
  return sql`searched_node as materialized (
  select
    h.nodegroup_id,
    h.node_key,
    n.node_id,
    n.graph_id,
    n.config ->> 'rdmCollection' as collection_key
  from readable_held_node h
  join node n on n.node_id = h.node_key::uuid
  where n.datatype = any (${textArray(datatypes)})
    and n.holds is distinct from 'nothing'
    and ${shownOnCardCondition}
    and n.nodegroup_id in (select o.nodegroup_id from readable_held_node o)
)`;
}
