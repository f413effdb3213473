import type { ComparisonContext } from '../../../../lib/model/change/comparison-context.ts';
import type { IntendedTile } from '../../../../lib/model/change/intended-resource.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { parseNodegroupId, parseTileId } from '../../../../lib/model/ids.ts';
import { compiled, millDocument } from '../../json-ld/mill.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';

/** The author of the changes. */
export const accountId = 7;

export const now = '2026-01-02T03:04:05.000Z';

/** Creates a stored tile of a mill. `number` determines the id of the tile. */
export function storedTile(
  number: number,
  nodegroupId: string,
  data: StoredTile['data'],
  overrides: Partial<StoredTile> = {},
): StoredTile {
  return {
    tileId: parseTileId(id(1000 + number)),
    nodegroupId: parseNodegroupId(nodegroupId),
    parentTileId: null,
    sortOrder: 0,
    data,
    provisionalEdits: null,
    isProposed: false,
    hasUnreadableDescendants: false,
    ...overrides,
  };
}

/** Creates an intended tile: the stored tile with some changes. */
export function intendedTile(
  tile: StoredTile,
  overrides: Partial<IntendedTile> = {},
): IntendedTile {
  const { tileId, nodegroupId, parentTileId, sortOrder, data } = tile;
  const pointer = `/${tileId.slice(-1)}`;
  return {
    tileId,
    nodegroupId,
    parentTileId,
    sortOrder,
    data,
    pointer,
    pointers: {},
    ...overrides,
  };
}

/** The context of a change by an account with all rights. */
export function millContext(graph: CompiledGraph = compiled(millDocument())): ComparisonContext {
  const rights = graph.nodegroups.map(
    ({ nodegroupId }) => [nodegroupId, { canWrite: true, canDelete: true }] as const,
  );
  return {
    graph,
    author: { accountId, isReviewer: true, rights: new Map(rights) },
    validation: {
      concept: () => undefined,
      resource: () => undefined,
      isInCollection: () => false,
      isTile: () => false,
      timeZone: null,
    },
    normalisation: { newId: () => id(9999), textLanguage: null, timeZone: null },
    namesVersion: false,
    now,
  };
}
