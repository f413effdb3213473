import type { StoredTile } from '../../model/change/stored.ts';
import type { Referenced } from '../../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { resourceTree } from '../../model/resources/resource-tree.ts';
import { writeResource, type Shape } from '../../serializers/resources/resource-forms.ts';

/** What a document of a resource instance is written from after a change, without asking for it again. */
export type AnswerContent = {
  readonly baseUrl: string;
  readonly graph: CompiledGraph;
  readonly resourceId: string;
  readonly tiles: readonly StoredTile[];
  readonly referenced: Referenced;
};

/** The JSON-LD document of a resource instance, as GET gives it to the same caller. */
export function answerDocument(
  { baseUrl, graph, resourceId, tiles, referenced }: AnswerContent,
  shape: Shape,
): string {
  const root = resourceTree(graph, inStableOrder(tiles, graph));
  return writeResource({ baseUrl, graph, resourceId, root, referenced }, shape, 'json-ld');
}

/** Tiles in the order in which they are read: depth, order of the model, sort order, id. */
function inStableOrder(
  tiles: readonly StoredTile[],
  { nodegroups }: CompiledGraph,
): readonly StoredTile[] {
  const places = new Map<string, { readonly depth: number; readonly position: number }>(
    nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]),
  );
  const last = { depth: Number.MAX_SAFE_INTEGER, position: Number.MAX_SAFE_INTEGER };
  const placeOf = (tile: StoredTile) => places.get(tile.nodegroupId) ?? last;
  return tiles.toSorted(
    (one, other) =>
      placeOf(one).depth - placeOf(other).depth ||
      placeOf(one).position - placeOf(other).position ||
      (one.sortOrder ?? 0) - (other.sortOrder ?? 0) ||
      (one.tileId < other.tileId ? -1 : 1),
  );
}
