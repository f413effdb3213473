import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { NotFound } from '../../errors.ts';
import type { Mentions } from '../../model/change/mentions.ts';
import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { IntendedTile } from '../../model/change/intended-resource.ts';
import { ownProposedValues } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import {
  parseNodegroupId,
  parseResourceId,
  type ResourceId,
  type TileId,
} from '../../model/ids.ts';
import type { LoadedState, ChangeResult, ChangeRequest } from '../resources/change-request.ts';
import { changeResource } from '../resources/change-resource.ts';
import { findModelNodegroup, findSingleParentTileId } from './value-target.ts';

const nodegroupNotFoundMessage = 'The model has no nodegroup with this id that you may see.';
export const tileNotFoundMessage = 'There is no tile with this id that you may see.';

export type TileOptions = Pick<
  ChangeRequest,
  'principal' | 'settings' | 'expected' | 'isDryRun' | 'key'
> & { readonly mentions: Mentions };

export type TileInput = {
  readonly tileId: TileId;
  /** If undefined, the resource instance of the stored tile is changed, or a new one is created. */
  readonly resourceId: ResourceId | undefined;
  readonly nodegroupId: string;
  /** If undefined, the stored parent stays, or a new tile gets the only possible parent. */
  readonly parentTileId: TileId | null | undefined;
  readonly sortOrder: number | null | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Stores a tile. Absent values stay unchanged.
 * @throws the errors of changeResource
 */
export async function storeTile(
  dataApi: DataApi,
  request: TileOptions,
  input: TileInput,
): Promise<ChangeResult> {
  const { nodegroupId } = input;
  const modelSource = { nodegroupId, nodeId: null, modelNotFoundMessage: nodegroupNotFoundMessage };
  return storeTileWithParents(dataApi, request, input, modelSource, (state) => {
    if (findModelNodegroup(nodegroupId, state) === undefined)
      throw new NotFound(nodegroupNotFoundMessage);
    const stored = findStoredTile(input.tileId, state);
    const tile = {
      tileId: input.tileId,
      nodegroupId: parseNodegroupId(nodegroupId),
      parentTileId:
        input.parentTileId === undefined
          ? (stored?.parentTileId ?? findSingleParentTileId(nodegroupId, state))
          : input.parentTileId,
      sortOrder: input.sortOrder ?? undefined,
      data: { ...findCurrentValues(stored, request.principal, state), ...input.data },
      replacesProposal: true,
      pointer: '',
      pointers: Object.fromEntries(Object.keys(input.data).map((id) => [id, `/data/${id}`])),
    };
    return { tile, missingAncestors: [] };
  });
}

/** Finds a stored tile of the resource instance. */
export function findStoredTile(
  tileId: TileId,
  { storedTiles }: LoadedState,
): StoredTile | undefined {
  return storedTiles.find((candidate) => candidate.tileId === tileId);
}

/** A tile to store, and its missing ancestors, parents before children. */
type TileWithParents = {
  readonly tile: IntendedTile;
  readonly missingAncestors: readonly IntendedTile[];
};

/**
 * Stores one tile with its missing ancestors.
 * @param modelSource identifies the model of a new resource instance
 * @throws the errors of changeResource
 */
export async function storeTileWithParents(
  dataApi: DataApi,
  request: TileOptions,
  identifiers: { readonly tileId: TileId; readonly resourceId: ResourceId | undefined },
  modelSource: {
    readonly nodegroupId: string | null;
    readonly nodeId: string | null;
    readonly modelNotFoundMessage: string;
  },
  computeTile: (state: LoadedState) => TileWithParents,
): Promise<ChangeResult> {
  const { mentions, ...change } = request;
  const { modelNotFoundMessage, ...modelIds } = modelSource;
  return changeResource(dataApi, {
    ...change,
    resourceId: identifiers.resourceId ?? parseResourceId(randomUUID()),
    tile: { tileId: identifiers.tileId, isOwnerPreferred: identifiers.resourceId === undefined },
    mentions: {
      ...modelIds,
      graph: null,
      rootClasses: [],
      uuids: [...new Set([...mentions.uuids, identifiers.tileId])],
      iris: mentions.iris,
    },
    modelNotFoundMessage,
    computeIntended: (state) => {
      const { tile, missingAncestors } = computeTile(state);
      return { tiles: [...missingAncestors, tile], deleted: [], tileId: tile.tileId };
    },
  });
}

/**
 * Returns the stored tile of a change.
 * @throws NotFound if the author cannot read it
 */
export function requireChangedTile({ tiles, tileId }: ChangeResult): StoredTile {
  const tile = tiles.find((candidate) => candidate.tileId === tileId);
  if (tile === undefined) throw new NotFound(tileNotFoundMessage);
  return tile;
}

/**
 * Returns the values to which a request applies its changes: the authoritative ones, or those that the author has
 * proposed instead.
 * Proposed values of nodes that are no longer in the nodegroup are left out.
 */
export function findCurrentValues(
  stored: StoredTile | undefined,
  { accountId }: AccountPrincipal,
  { context: { graph } }: LoadedState,
): StoredTile['data'] {
  if (stored === undefined) return {};
  const proposed = ownProposedValues(stored, accountId);
  if (proposed === undefined) return stored.data;
  const nodeIds = new Set<string>(
    graph.nodes
      .filter(({ nodegroupId }) => nodegroupId === stored.nodegroupId)
      .map(({ nodeId }) => nodeId),
  );
  return {
    ...stored.data,
    ...Object.fromEntries(Object.entries(proposed).filter(([nodeId]) => nodeIds.has(nodeId))),
  };
}
