import { datatypeOf } from '../../model/datatypes/registry.ts';
import { readResourceIds } from '../../model/datatypes/codecs/read-resource-references.ts';
import { asList } from '../../model/datatypes/values/json-values.ts';
import { isUuid } from '../../model/ids.ts';
import type { Table } from '../../model/tables/table-column.ts';
import type { TreeTile } from '../../model/resources/resource-tree.ts';
import type { ReferencedIds } from '../../queries/tables/references.ts';

/** Lists the ids in the values that tables show, each once. */
export function listReferencedIds(
  tiles: readonly TreeTile[],
  tables: readonly Pick<Table, 'columns'>[],
): ReferencedIds {
  const nodes = new Map(
    tables.flatMap(({ columns }) =>
      columns.flatMap(({ source }) =>
        source.kind === 'node' ? [[source.node.nodeId, source.node] as const] : [],
      ),
    ),
  );
  const nodesByNodegroup = Map.groupBy(nodes.values(), ({ nodegroupId }) => nodegroupId);
  const conceptValueIds = new Set<string>();
  const resourceIds = new Set<string>();
  for (const { nodegroupId, data } of tiles)
    for (const node of nodesByNodegroup.get(nodegroupId) ?? []) {
      const value = data[node.nodeId];
      const { holds } = datatypeOf(node.datatype);
      if (holds === 'concept values')
        for (const id of asList(value)) if (isUuid(id)) conceptValueIds.add(id.toLowerCase());
      if (holds === 'resource instances')
        for (const id of readResourceIds(value)) resourceIds.add(id);
    }
  return { conceptValueIds: [...conceptValueIds], resourceIds: [...resourceIds] };
}
