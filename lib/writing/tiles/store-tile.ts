import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { NotFound } from '../../errors.ts';
import type { Mentions } from '../../model/change/mentions.ts';
import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { IntendedTile } from '../../model/change/intended-tiles.ts';
import { ownProposedValues } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import {
  parseNodegroupId,
  parseResourceId,
  type ResourceId,
  type TileId,
} from '../../model/ids.ts';
import type { ChangeBasis, ChangeResult, ChangeRequest } from '../resources/change-request.ts';
import { changeResource } from '../resources/change-resource.ts';
import { findModelNodegroup, singleParentTile } from './value-target.ts';

const unknownNodegroup = 'The model has no nodegroup with this id that you may see.';
export const tileNotFoundMessage = 'There is no tile with this id that you may see.';

/** How a tile is to be stored, and by whom. */
export type TileToStore = Pick<
  ChangeRequest,
  'principal' | 'settings' | 'expected' | 'isDryRun' | 'key'
> & { readonly mentions: Mentions };

/** A tile as a request brings it. */
export type TileInput = {
  readonly tileId: TileId;
  /** Undefined: that of the tile, or else a new one. */
  readonly resourceId: ResourceId | undefined;
  readonly nodegroupId: string;
  /** Undefined: as it is. */
  readonly parentTileId: TileId | null | undefined;
  readonly sortOrder: number | null | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Stores a tile. Values that it leaves out stay as they are.
 * @throws what changeResource throws
 */
export async function storeTile(
  data: DataApi,
  request: TileToStore,
  input: TileInput,
): Promise<ChangeResult> {
  const { nodegroupId } = input;
  const place = { nodegroupId, nodeId: null, unknownModel: unknownNodegroup };
  return storeTileWithParents(data, request, input, place, (basis) => {
    if (findModelNodegroup(nodegroupId, basis) === undefined) throw new NotFound(unknownNodegroup);
    const stored = findStoredTile(input.tileId, basis);
    const tile = {
      tileId: input.tileId,
      nodegroupId: parseNodegroupId(nodegroupId),
      parentTileId:
        input.parentTileId === undefined
          ? (stored?.parentTileId ?? singleParentTile(nodegroupId, basis))
          : input.parentTileId,
      sortOrder: input.sortOrder ?? undefined,
      data: { ...currentValues(stored, request.principal), ...input.data },
      pointer: '',
      pointers: Object.fromEntries(Object.keys(input.data).map((id) => [id, `/data/${id}`])),
    };
    return { tile, missing: [] };
  });
}

/** A tile of the resource instance, as it is stored. */
export function findStoredTile(tileId: TileId, { stored }: ChangeBasis): StoredTile | undefined {
  return stored.find((one) => one.tileId === tileId);
}

/** A tile that is to be stored, and those that are missing above it, each after its parent. */
type TileWithParents = { readonly tile: IntendedTile; readonly missing: readonly IntendedTile[] };

/**
 * Stores one tile, with those that are missing above it.
 * @param place what names the model of a new resource instance
 * @throws what changeResource throws
 */
export async function storeTileWithParents(
  data: DataApi,
  request: TileToStore,
  named: { readonly tileId: TileId; readonly resourceId: ResourceId | undefined },
  place: {
    readonly nodegroupId: string | null;
    readonly nodeId: string | null;
    readonly unknownModel: string;
  },
  intended: (basis: ChangeBasis) => TileWithParents,
): Promise<ChangeResult> {
  const { mentions, ...change } = request;
  const { unknownModel, ...modelOf } = place;
  return changeResource(data, {
    ...change,
    resourceId: named.resourceId ?? parseResourceId(randomUUID()),
    tile: { tileId: named.tileId, tellsResource: named.resourceId === undefined },
    mentions: {
      ...modelOf,
      graph: null,
      rootClasses: [],
      uuids: [...new Set([...mentions.uuids, named.tileId])],
      iris: mentions.iris,
    },
    unknownModel,
    intend: (basis) => {
      const { tile, missing } = intended(basis);
      return {
        intended: { tiles: [...missing, tile], deleted: [] },
        legacyId: undefined,
        tileId: tile.tileId,
      };
    },
  });
}

/** The tile that a change was about, as it is stored now. @throws NotFound where the writer may not read it */
export function changedTile({ tiles, tileId }: ChangeResult): StoredTile {
  const tile = tiles.find((one) => one.tileId === tileId);
  if (tile === undefined) throw new NotFound(tileNotFoundMessage);
  return tile;
}

/** The values that a writer adds to: those that the writer has proposed, or else those that count. */
export function currentValues(
  stored: StoredTile | undefined,
  { accountId }: AccountPrincipal,
): StoredTile['data'] {
  return stored === undefined ? {} : (ownProposedValues(stored, accountId) ?? stored.data);
}
