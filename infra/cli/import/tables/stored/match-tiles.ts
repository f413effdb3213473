import { maxTiles } from '../../../../../lib/model/graphs/cardinality.ts';
import type { BuiltTile } from '../../csv/build-tiles.ts';
import type { CsvNodegroup } from '../../csv/csv-values.ts';
import type { StoredTileValues } from '../../resources/queries/stored-records.ts';
import { replaceValue, type IsSameValue } from './same-value.ts';

/** What the tiles of rows are compared with. */
export type MatchContext = {
  readonly nodegroups: ReadonlyMap<string, CsvNodegroup>;
  /** The datatypes of nodes, by node id. */
  readonly datatypes: ReadonlyMap<string, string>;
  readonly isSame: IsSameValue;
  /** The nodes of which the table has columns. */
  readonly nodeIds: ReadonlySet<string>;
};

/** The tiles of a record as they are stored or will be, and which of them are new. */
export type MatchedTiles = {
  readonly tiles: readonly BuiltTile[];
  /** Whether a tile below another one is new. */
  readonly hasNewNested: boolean;
};

/**
 * Finds the stored tiles that the tiles of rows are. A tile with an id is the stored one with it. One of which there is one at most is the
 * stored one at its place. Any other one is a stored one with the same values, if possible below the same parent; otherwise it is new.
 * @rule Imports and exports: Which stored tile is a tile of a table?
 * @param built the tiles of the rows of a record, parents first
 * @param identifiedIds the ids that the file states
 * @param finalIds the ids that tiles of earlier rows of the record got, by their ids before, to which those of these rows are added
 */
export function matchTiles(
  built: readonly BuiltTile[],
  stored: readonly StoredTileValues[],
  identifiedIds: ReadonlySet<string>,
  finalIds: Map<string, string>,
  context: MatchContext,
): MatchedTiles {
  const storedById = new Map<string, StoredTileValues>(stored.map((tile) => [tile.tileId, tile]));
  const claimedIds = new Set(finalIds.values());
  const finalId = (id: string | null): string | null =>
    id === null ? null : (finalIds.get(id) ?? id);
  for (const tile of built) {
    if (finalIds.has(tile.tileid)) continue;
    const match = identifiedIds.has(tile.tileid)
      ? undefined
      : findMatch(tile, built, { stored, claimedIds, finalId, context });
    const id = match?.tileId ?? tile.tileid;
    finalIds.set(tile.tileid, id);
    claimedIds.add(id);
  }
  const matchOf = ({ tileid: id }: BuiltTile): StoredTileValues | undefined =>
    storedById.get(finalIds.get(id) ?? id);
  return {
    tiles: built.map((tile) => takeMatch(tile, matchOf(tile), finalId, context)),
    hasNewNested: built.some((tile) => tile.parenttile_id !== null && matchOf(tile) === undefined),
  };
}

type Search = {
  readonly stored: readonly StoredTileValues[];
  readonly claimedIds: ReadonlySet<string>;
  readonly finalId: (id: string | null) => string | null;
  readonly context: MatchContext;
};

function findMatch(
  tile: BuiltTile,
  built: readonly BuiltTile[],
  search: Search,
): StoredTileValues | undefined {
  const { stored, claimedIds, finalId, context } = search;
  const free = stored.filter(
    ({ nodegroupId, tileId, isProposed }) =>
      nodegroupId === tile.nodegroup_id && !isProposed && !claimedIds.has(tileId),
  );
  const parentId = finalId(tile.parenttile_id);
  const besides = free.filter(({ parentTileId }) => parentTileId === parentId);
  const nodegroup = context.nodegroups.get(tile.nodegroup_id);
  const hasValues = Object.keys(tile.data).length > 0;
  const isSame = (candidate: StoredTileValues): boolean => hasSameValues(tile, candidate, context);
  if (nodegroup !== undefined && maxTiles(nodegroup) === 1)
    return besides.find(isSame) ?? besides[0] ?? free.find((one) => hasValues && isSame(one));
  if (hasValues) return besides.find(isSame) ?? free.find(isSame);
  return findEmptyMatch(tile, built, { besides, free }, search);
}

/** Finds the stored tile of one without values: above a stored tile with the values of one below it, or without values of the nodes of the table. */
function findEmptyMatch(
  tile: BuiltTile,
  built: readonly BuiltTile[],
  { besides, free }: Readonly<Record<'besides' | 'free', readonly StoredTileValues[]>>,
  { stored, claimedIds, context }: Search,
): StoredTileValues | undefined {
  const below = built.filter(({ parenttile_id: parent }) => parent === tile.tileid);
  const above = besides.find(({ tileId }) =>
    stored.some(
      (child) =>
        child.parentTileId === tileId &&
        !claimedIds.has(child.tileId) &&
        below.some(
          (one) => one.nodegroup_id === child.nodegroupId && hasSameValues(one, child, context),
        ),
    ),
  );
  const isEmpty = ({ data }: StoredTileValues): boolean =>
    Object.entries(data).every(([nodeId, value]) => value === null || !context.nodeIds.has(nodeId));
  return above ?? (below.length === 0 ? (besides.find(isEmpty) ?? free.find(isEmpty)) : undefined);
}

function hasSameValues(
  { data }: BuiltTile,
  stored: StoredTileValues,
  { datatypes, isSame }: MatchContext,
): boolean {
  return Object.entries(data).every(([nodeId, value]) =>
    isSame(datatypes.get(nodeId) ?? '', value, stored.data[nodeId]),
  );
}

/** A tile with the id, the place and those values of the stored one that are the same. */
function takeMatch(
  tile: BuiltTile,
  stored: StoredTileValues | undefined,
  finalId: (id: string | null) => string | null,
  { datatypes, isSame }: MatchContext,
): BuiltTile {
  if (stored === undefined) return { ...tile, parenttile_id: finalId(tile.parenttile_id) };
  const values = Object.entries(tile.data).map(([nodeId, value]) => {
    const [datatype, storedValue] = [datatypes.get(nodeId) ?? '', stored.data[nodeId]];
    return [
      nodeId,
      isSame(datatype, value, storedValue)
        ? storedValue
        : replaceValue(datatype, value, storedValue),
    ] as const;
  });
  return {
    ...tile,
    tileid: stored.tileId,
    parenttile_id: stored.parentTileId,
    data: Object.fromEntries(values),
  };
}
