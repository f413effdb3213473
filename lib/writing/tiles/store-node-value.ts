import { randomUUID } from 'node:crypto';

import type { DataApi } from '../../data-api/client.ts';
import { NotFound } from '../../errors.ts';
import { parseTileId, type ResourceId, type TileId } from '../../model/ids.ts';
import { createDocumentError } from '../errors.ts';
import type { LoadedState, ChangeResult } from '../resources/change-request.ts';
import { appendValue, parseNodeText } from './node-text.ts';
import {
  findCurrentValues,
  findStoredTile,
  storeTileWithParents,
  tileNotFoundMessage,
  type TileOptions,
} from './store-tile.ts';
import { findValueTarget, type ValueTarget } from './value-target.ts';

const nodeNotFoundMessage = 'The model has no node with this id that you may see.';

export type NodeValueInput = {
  readonly nodeId: string;
  readonly tileId: TileId | undefined;
  readonly resourceId: ResourceId | undefined;
  readonly text: string;
  /** Whether to append to the stored list or collection of features instead of replacing it. */
  readonly appendsValue: boolean;
};

/**
 * Stores the value of one node, in the named tile or in the one that findValueTarget chooses.
 * @throws NotFound, MalformedDocument, UnprocessableDocument, and the errors of changeResource
 */
export async function storeNodeValue(
  dataApi: DataApi,
  request: TileOptions,
  input: NodeValueInput,
): Promise<ChangeResult> {
  const tileId = input.tileId ?? parseTileId(randomUUID());
  const identifiers = { tileId, resourceId: input.resourceId };
  const modelSource = {
    nodegroupId: null,
    nodeId: input.nodeId,
    modelNotFoundMessage: nodeNotFoundMessage,
  };
  return storeTileWithParents(dataApi, request, identifiers, modelSource, (state) => {
    const node = state.context.graph.nodes.find(({ nodeId }) => nodeId === input.nodeId);
    if (node?.nodegroupId == null) throw new NotFound(nodeNotFoundMessage);
    const { nodegroupId } = node;
    const target = resolveValueTarget(input.tileId, nodegroupId, state);
    const stored = target.kind === 'stored' ? target.tile : undefined;
    const currentData = findCurrentValues(stored, request.principal, state);
    const before = currentData[input.nodeId] ?? null;
    const result = parseNodeText(input.text, node, {
      ...state.references.reading,
      stored: before,
    });
    if (target.kind === 'none' || result.kind === 'problems') {
      throw createDocumentError([
        ...(target.kind === 'none' ? [target.problem] : []),
        ...(result.kind === 'problems' ? result.problems : []),
      ]);
    }
    const value = input.appendsValue ? appendValue(before, result.value) : result.value;
    const tile = {
      tileId: stored?.tileId ?? tileId,
      nodegroupId,
      parentTileId: target.kind === 'stored' ? target.tile.parentTileId : target.parentTileId,
      sortOrder: undefined,
      data: { ...currentData, [input.nodeId]: value },
      replacesProposal: true,
      pointer: '',
      pointers: { [input.nodeId]: '/data' },
    };
    return { tile, missingAncestors: target.kind === 'stored' ? [] : target.missingAncestors };
  });
}

/**
 * Finds the stored tile for a value, or where a new one belongs.
 * @throws NotFound if the request names a tile that does not exist
 */
function resolveValueTarget(
  tileId: TileId | undefined,
  nodegroupId: string,
  state: LoadedState,
): ValueTarget {
  if (tileId === undefined) return findValueTarget(nodegroupId, state);
  const tile = findStoredTile(tileId, state);
  if (tile === undefined) throw new NotFound(tileNotFoundMessage);
  return { kind: 'stored', tile };
}
