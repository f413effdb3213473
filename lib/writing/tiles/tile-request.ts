import { createHash, randomUUID } from 'node:crypto';

import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { DataApi } from '../../data-api/client.ts';
import { json, withHeaders, type Answer } from '../../http/answers/answer.ts';
import { contentTag, validators } from '../../http/conditional/conditional.ts';
import { NotFound } from '../../http/errors/errors.ts';
import type { Preconditions } from '../../http/conditional/preconditions.ts';
import { UnprocessableDocument } from '../../http/errors/write-errors.ts';
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
import { resourceUri } from '../../model/uris.ts';
import { changeSummary } from '../../serializers/resources/change-summary.ts';
import { tileRecord } from '../../serializers/tiles/tile-record.ts';
import type { Settings } from '../../settings.ts';
import { changeResource, type Basis } from '../resources/change-resource.ts';
import { mentionsIn } from '../resources/document-body.ts';
import { appendedValue, readNodeText } from './node-text.ts';
import type { NodeValueBody, TileBody } from './tile-body.ts';
import { checkOwners } from '../resources/wanted-by-document.ts';
import { mostTiles } from '../../model/graphs/cardinality.ts';

const unknownNodegroup = 'The model has no nodegroup with this id that you may see.';
const unknownNode = 'The model has no node with this id that you may see.';

/** A request that writes one tile. */
export type TileRequest = {
  readonly principal: AccountPrincipal;
  readonly settings: Settings;
  /** Where it is sent to. */
  readonly path: string;
  readonly preconditions: Preconditions;
  readonly isDryRun: boolean;
  readonly idempotencyKey: string | undefined;
  readonly body: string | undefined;
};

/**
 * Stores a tile, and answers with its record. Values that the body leaves out stay as they are.
 * @throws what changeResource throws
 */
export async function storeTile(
  data: DataApi,
  request: TileRequest,
  tile: TileBody,
): Promise<Answer> {
  const { nodegroupId } = tile;
  const place = { nodegroupId, unknownModel: unknownNodegroup };
  return storeOneTile(data, request, tile, place, (basis) => {
    if (!basis.graph.nodegroups.some((nodegroup) => nodegroup.nodegroupId === nodegroupId)) {
      throw new NotFound(unknownNodegroup);
    }
    const stored = basis.stored.find(({ tileId }) => tileId === tile.tileId);
    return {
      tileId: tile.tileId,
      nodegroupId: parseNodegroupId(tile.nodegroupId),
      parentTileId:
        tile.parentTileId === undefined
          ? (stored?.parentTileId ?? onlyParent(tile.nodegroupId, basis))
          : tile.parentTileId,
      sortOrder: tile.sortOrder ?? undefined,
      data: { ...presentValues(stored, request.principal), ...tile.data },
      pointer: '',
      pointers: Object.fromEntries(Object.keys(tile.data).map((id) => [id, `/data/${id}`])),
    };
  });
}

/**
 * Stores the value of one node, in the tile that the form names, in the only one of its nodegroup where that allows one, or in a new one.
 * @throws what changeResource throws, and NotFound
 */
export async function storeNodeValue(
  data: DataApi,
  request: TileRequest,
  form: NodeValueBody,
): Promise<Answer> {
  const newTileId = form.tileId ?? parseTileId(randomUUID());
  const named = { tileId: newTileId, resourceId: form.resourceId };
  const place = { nodegroupId: null, nodeId: form.nodeId, unknownModel: unknownNode };
  return storeOneTile(data, request, named, place, (basis) => {
    const node = basis.graph.nodes.find(({ nodeId }) => nodeId === form.nodeId);
    if (node?.nodegroupId == null) throw new NotFound(unknownNode);
    const { nodegroupId } = node;
    const stored =
      basis.stored.find(({ tileId }) => tileId === form.tileId) ?? onlyTile(nodegroupId, basis);
    if (form.tileId !== undefined && stored?.tileId !== form.tileId) {
      throw new NotFound('There is no tile with this id that you may see.');
    }
    const present = presentValues(stored, request.principal);
    const before = present[form.nodeId] ?? null;
    const reading = readNodeText(form.text, node, { ...basis.references.reading, stored: before });
    if (reading.kind === 'problem') {
      throw new UnprocessableDocument([
        { code: 'not_a_value', pointer: '/data', message: reading.message },
      ]);
    }
    const value = form.appends ? appendedValue(before, reading.value) : reading.value;
    return {
      tileId: stored?.tileId ?? newTileId,
      nodegroupId,
      parentTileId: stored?.parentTileId ?? onlyParent(nodegroupId, basis),
      sortOrder: undefined,
      data: { ...present, [form.nodeId]: value },
      pointer: '',
      pointers: { [form.nodeId]: '/data' },
    };
  });
}

async function storeOneTile(
  data: DataApi,
  request: TileRequest,
  named: { readonly tileId: TileId; readonly resourceId: ResourceId | undefined },
  place: {
    readonly nodegroupId: string | null;
    readonly nodeId?: string;
    readonly unknownModel: string;
  },
  intended: (basis: Basis) => IntendedTile,
): Promise<Answer> {
  const { principal, settings } = request;
  const { uuids, iris } = mentionsIn(`${request.body ?? ''}"${named.tileId}"`);
  let tileId = named.tileId;
  const changed = await changeResource(data, {
    principal,
    settings,
    isDryRun: request.isDryRun,
    key: keyOf(request, principal),
    tileId: named.tileId,
    ownsByTile: named.resourceId === undefined,
    question: {
      graph: null,
      nodegroupId: place.nodegroupId,
      nodeId: place.nodeId ?? null,
      rootClasses: [],
      uuids,
      iris,
    },
    target: {
      resourceId: named.resourceId ?? parseResourceId(randomUUID()),
      namesGraph: false,
      mayBeNew: true,
      unknownModel: place.unknownModel,
      preconditions: request.preconditions,
    },
    wanted: (basis) => {
      const tile = intended(basis);
      checkOwners([tile], basis);
      tileId = tile.tileId;
      return { intended: { tiles: [tile], deleted: [] }, legacyId: undefined };
    },
  });
  const uri = resourceUri(settings.baseUrl, changed.resourceId);
  if (request.isDryRun) {
    const change = changed.kind === 'unchanged' ? 'none' : changed.isNew ? 'create' : 'update';
    return json(changeSummary({ resource: uri, change, tiles: changed.written }));
  }
  const stored = changed.tiles.find(
    (tile) => tile.tileId === (changed.kind === 'repeated' ? changed.keptTileId : tileId),
  );
  if (stored === undefined) throw new NotFound('There is no tile with this id that you may see.');
  const record = tileRecord(stored, changed.resourceId);
  const headers = validators(
    `${changed.version}-${contentTag('application/json', undefined, record)}`,
    null,
  );
  return {
    ...withHeaders(json(record), {
      ...headers,
      'Content-Location': `${settings.baseUrl}/api/tiles/${stored.tileId}`,
    }),
    shorter: withHeaders(json({ tileid: stored.tileId }), headers),
  };
}

/** The values that a writer adds to: those that the writer has proposed, or else those that count. */
function presentValues(
  stored: StoredTile | undefined,
  { accountId }: AccountPrincipal,
): StoredTile['data'] {
  return stored === undefined ? {} : (ownValues(stored, accountId) ?? stored.data);
}

/** The tile of a nodegroup that may have one only. */
function onlyTile(nodegroupId: string, { graph, stored }: Basis) {
  const nodegroup = graph.nodegroups.find((one) => one.nodegroupId === nodegroupId);
  const [only, another] = stored.filter((tile) => tile.nodegroupId === nodegroupId);
  return nodegroup && mostTiles(nodegroup) === 1 && another === undefined ? only : undefined;
}

/** The tile that a new one can only hang in; null where there is none, or a choice. */
function onlyParent(nodegroupId: string, { graph, stored }: Basis): TileId | null {
  const nodegroup = graph.nodegroups.find((one) => one.nodegroupId === nodegroupId);
  const above = nodegroup?.parentNodegroupId ?? null;
  if (above === null) return null;
  const [only, another] = stored.filter((tile) => tile.nodegroupId === above);
  return only === undefined || another !== undefined ? null : only.tileId;
}

function keyOf(
  { idempotencyKey: key, path, body }: TileRequest,
  { accountId }: AccountPrincipal,
): { key: string; requestHash: string } | undefined {
  if (key === undefined) return undefined;
  const asked = JSON.stringify(['tile', path, accountId, body ?? '']);
  return { key, requestHash: createHash('sha256').update(asked).digest('hex') };
}
