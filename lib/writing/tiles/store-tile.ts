import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { NotFound } from '../../errors.ts';
import type { Mentions } from '../../model/change/mentions.ts';
import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { IntendedTile } from '../../model/change/intended.ts';
import { ownValues } from '../../model/change/proposals.ts';
import type { StoredTile } from '../../model/change/stored.ts';
import {
  parseNodegroupId,
  parseResourceId,
  parseTileId,
  type ResourceId,
  type TileId,
} from '../../model/ids.ts';
import { UnprocessableDocument } from '../errors.ts';
import type { ChangeRequest, ChangeBasis } from '../resources/change-request.ts';
import { changeResource } from '../resources/change-resource.ts';
import type { Changed } from '../resources/changed.ts';
import { checkOwners } from './tile-owners.ts';
import { appendedValue, readNodeText } from './node-text.ts';
import { nodegroupOf, onlyParent, placeOfValue, type ValuePlace } from './tile-place.ts';

const unknownNodegroup = 'The model has no nodegroup with this id that you may see.';
const unknownNode = 'The model has no node with this id that you may see.';
const unknownTile = 'There is no tile with this id that you may see.';

/** How a tile is to be stored, and by whom. */
export type TileToStore = Pick<
  ChangeRequest,
  'principal' | 'settings' | 'expected' | 'isDryRun' | 'key'
> & { readonly mentions: Mentions };

/** A tile as it was sent. */
export type SentTile = {
  readonly tileId: TileId;
  /** Undefined: that of the tile, or else a new one. */
  readonly resourceId: ResourceId | undefined;
  readonly nodegroupId: string;
  /** Undefined: as it is. */
  readonly parentTileId: TileId | null | undefined;
  readonly sortOrder: number | null | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** The value of one node as it was sent. */
export type SentNodeValue = {
  readonly nodeId: string;
  readonly tileId: TileId | undefined;
  readonly resourceId: ResourceId | undefined;
  readonly text: string;
  /** Whether the value is added to what is there, where that is a list or a collection of features. */
  readonly appends: boolean;
};

/**
 * Stores a tile. Values that it leaves out stay as they are.
 * @throws what changeResource throws
 */
export async function storeTile(
  data: DataApi,
  request: TileToStore,
  sent: SentTile,
): Promise<Changed> {
  const { nodegroupId } = sent;
  const place = { nodegroupId, nodeId: null, unknownModel: unknownNodegroup };
  return storeOneTile(data, request, sent, place, (basis) => {
    if (nodegroupOf(nodegroupId, basis) === undefined) throw new NotFound(unknownNodegroup);
    const stored = storedTile(sent.tileId, basis);
    const tile = {
      tileId: sent.tileId,
      nodegroupId: parseNodegroupId(nodegroupId),
      parentTileId:
        sent.parentTileId === undefined
          ? (stored?.parentTileId ?? onlyParent(nodegroupId, basis))
          : sent.parentTileId,
      sortOrder: sent.sortOrder ?? undefined,
      data: { ...presentValues(stored, request.principal), ...sent.data },
      pointer: '',
      pointers: Object.fromEntries(Object.keys(sent.data).map((id) => [id, `/data/${id}`])),
    };
    return { tile, missing: [] };
  });
}

/**
 * Stores the value of one node, in the tile that is named, or in the place that there is for it (placeOfValue).
 * @throws what changeResource throws; NotFound, UnprocessableDocument
 */
export async function storeNodeValue(
  data: DataApi,
  request: TileToStore,
  sent: SentNodeValue,
): Promise<Changed> {
  const newTileId = sent.tileId ?? parseTileId(randomUUID());
  const named = { tileId: newTileId, resourceId: sent.resourceId };
  const place = { nodegroupId: null, nodeId: sent.nodeId, unknownModel: unknownNode };
  return storeOneTile(data, request, named, place, (basis) => {
    const node = basis.graph.nodes.find(({ nodeId }) => nodeId === sent.nodeId);
    if (node?.nodegroupId == null) throw new NotFound(unknownNode);
    const { nodegroupId } = node;
    const place = placeOf(sent.tileId, nodegroupId, basis);
    const stored = place.kind === 'stored' ? place.tile : undefined;
    const present = presentValues(stored, request.principal);
    const before = present[sent.nodeId] ?? null;
    const reading = readNodeText(sent.text, node, { ...basis.references.reading, stored: before });
    if (place.kind === 'none' || reading.kind === 'problems') {
      throw new UnprocessableDocument([
        ...(place.kind === 'none' ? [place.problem] : []),
        ...(reading.kind === 'problems' ? reading.problems : []),
      ]);
    }
    const value = sent.appends ? appendedValue(before, reading.value) : reading.value;
    const tile = {
      tileId: stored?.tileId ?? newTileId,
      nodegroupId,
      parentTileId: place.kind === 'stored' ? place.tile.parentTileId : place.parentTileId,
      sortOrder: undefined,
      data: { ...present, [sent.nodeId]: value },
      pointer: '',
      pointers: { [sent.nodeId]: '/data' },
    };
    return { tile, missing: place.kind === 'stored' ? [] : place.missing };
  });
}

/** The place of a value. @throws NotFound for a tile that is named and not there */
function placeOf(tileId: TileId | undefined, nodegroupId: string, basis: ChangeBasis): ValuePlace {
  if (tileId === undefined) return placeOfValue(nodegroupId, basis);
  const tile = storedTile(tileId, basis);
  if (tile === undefined) throw new NotFound(unknownTile);
  return { kind: 'stored', tile };
}

function storedTile(tileId: TileId, { stored }: ChangeBasis): StoredTile | undefined {
  return stored.find((one) => one.tileId === tileId);
}

/** A tile that is to be stored, and those that are missing above it, each after its parent. */
type TileWithParents = { readonly tile: IntendedTile; readonly missing: readonly IntendedTile[] };

async function storeOneTile(
  data: DataApi,
  request: TileToStore,
  named: { readonly tileId: TileId; readonly resourceId: ResourceId | undefined },
  place: {
    readonly nodegroupId: string | null;
    readonly nodeId: string | null;
    readonly unknownModel: string;
  },
  intended: (basis: ChangeBasis) => TileWithParents,
): Promise<Changed> {
  const { mentions, ...change } = request;
  const { unknownModel, ...modelOf } = place;
  return changeResource(data, {
    ...change,
    resourceId: named.resourceId ?? parseResourceId(randomUUID()),
    tile: { tileId: named.tileId, tellsResource: named.resourceId === undefined },
    mentioned: {
      ...modelOf,
      graph: null,
      rootClasses: [],
      uuids: [...new Set([...mentions.uuids, named.tileId])],
      iris: mentions.iris,
    },
    unknownModel,
    intend: (basis) => {
      const { tile, missing } = intended(basis);
      checkOwners([tile], basis);
      return {
        intended: { tiles: [...missing, tile], deleted: [] },
        legacyId: undefined,
        tileId: tile.tileId,
      };
    },
  });
}

/** The tile that a change was about, as it is stored now. @throws NotFound where the writer may not read it */
export function changedTile({ tiles, tileId }: Changed): StoredTile {
  const tile = tiles.find((one) => one.tileId === tileId);
  if (tile === undefined) throw new NotFound(unknownTile);
  return tile;
}

/** The values that a writer adds to: those that the writer has proposed, or else those that count. */
function presentValues(
  stored: StoredTile | undefined,
  { accountId }: AccountPrincipal,
): StoredTile['data'] {
  return stored === undefined ? {} : (ownValues(stored, accountId) ?? stored.data);
}
