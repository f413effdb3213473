import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { hiddenNodegroups } from '../../model/graphs/hidden-nodegroups.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { resourceTree } from '../../model/resources/resource-tree.ts';
import { resourceDocument } from '../../queries/resources/resource-document.ts';
import type { Shape } from '../../json-ld/shape.ts';
import { writeJsonLd } from '../../json-ld/write.ts';
import { shapes } from '../../serializers/resources/resource-shapes.ts';
import { serviceJson } from '../../serializers/resources/service-json.ts';
import { orUnknown } from '../errors.ts';
import type { Changed } from './change-request.ts';

/** The form in which a change is answered by the document of what is stored. */
export type DocumentAfter = {
  readonly baseUrl: string;
  readonly accountId: number;
  readonly shape: Shape;
  /** Whether nodegroups whose card is hidden are left out. */
  readonly leavesHidden: boolean;
  /** Of names, the preferred one first. */
  readonly languages: readonly string[];
};

/**
 * The document of a resource instance after a change, as a reader with the same rights is given it: JSON-LD, made of what the change
 * knows, or service-json where the model has no ontology, which is read.
 * @throws OutcomeUnknown where it cannot be read
 */
export async function documentAfter(
  changed: Changed,
  data: DataApi,
  form: DocumentAfter,
): Promise<string> {
  const { graph, resourceId, references } = changed;
  if (!graph.hasOntology) return orUnknown(() => storedRecord(changed, data, form));
  const root = resourceTree(graph, inStableOrder(shownTiles(changed, form), graph));
  const { referenced } = references;
  const content = { baseUrl: form.baseUrl, graph, resourceId, root, referenced };
  return writeJsonLd(shapes[form.shape](content));
}

function shownTiles({ tiles, graph }: Changed, { leavesHidden }: DocumentAfter): Changed['tiles'] {
  if (!leavesHidden) return tiles;
  const hidden = hiddenNodegroups(graph);
  return tiles.filter(({ nodegroupId }) => !hidden.has(nodegroupId));
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

async function storedRecord(
  { resourceId }: Changed,
  data: DataApi,
  { accountId, languages, leavesHidden }: DocumentAfter,
): Promise<string> {
  const stored = await run(
    data.read,
    resourceDocument(accountId, resourceId, {
      leaveOutHidden: leavesHidden,
      detail: 'tiles',
      showsNames: true,
      representation: '',
      cachedPublications: [],
      knownTags: [],
      modifiedSince: null,
    }),
  );
  return stored.header === undefined ? '' : serviceJson(stored.header, stored.tiles, languages);
}
