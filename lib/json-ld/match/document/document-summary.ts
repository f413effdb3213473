import type { StoredTile } from '../../../model/change/stored-resource.ts';
import type { IncomingNode, IncomingValue } from '../../incoming-value.ts';
import type { MatchModel } from '../match-model.ts';
import type { NodeUri, ServiceUris } from './service-uris.ts';

/** Facts about a document that are collected before matching. */
export type DocumentSummary = {
  /** The ids of the tiles that it names. */
  readonly namedTileIds: ReadonlySet<string>;
  /** The number of its values. */
  readonly size: number;
};

/** Collects the facts about a document in one pass. */
export function summariseDocument(
  root: IncomingValue,
  uris: ServiceUris,
  model: MatchModel,
  storedTiles: readonly StoredTile[],
): DocumentSummary {
  const nodegroupByTile = new Map<string, string>(
    storedTiles.map(({ tileId, nodegroupId }) => [tileId, nodegroupId]),
  );
  /** Whether a URI names a node in a stored tile of another nodegroup. The model has no node for such a value. */
  const isOfOtherNodegroup = ({ tileId, nodeId }: NodeUri): boolean => {
    const nodegroup = nodegroupByTile.get(tileId ?? '');
    return nodegroup !== undefined && nodegroup !== model.nodes.get(nodeId)?.nodegroup?.nodegroupId;
  };
  const targetNodeIds = new Set(
    Array.from(model.nodes.values(), ({ targetNodeId }) => targetNodeId),
  );
  /** Whether a URI can be a value that refers to another tile, rather than the id of this tile. */
  const canBeReference = ({ types, properties }: IncomingNode, { nodeId }: NodeUri): boolean =>
    types.length === 0 && properties.length === 0 && targetNodeIds.has(nodeId);
  const namedTileIds = new Set<string>();
  let size = 0;
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    size += 1;
    if (value.kind === 'literal') continue;
    const uri = uris.parseNodeUri(value.id);
    if (uri !== undefined && uri.tileId !== null) {
      if (!isOfOtherNodegroup(uri) && !canBeReference(value, uri)) namedTileIds.add(uri.tileId);
    }
    for (const { values } of value.properties) for (const nested of values) pending.push(nested);
  }
  return { namedTileIds, size };
}
