import type { StoredTile } from '../../../model/change/stored.ts';
import type { IncomingNode, IncomingValue } from '../../incoming.ts';
import type { Model } from '../model/model.ts';
import type { NodeName, Names } from './names.ts';

/** What is to be known of a document before it is read. */
export type Survey = {
  /** The ids of the tiles that it names, wherever it does. */
  readonly tiles: ReadonlySet<string>;
  /** The number of its values. */
  readonly size: number;
};

/** @param stored the tiles that are stored */
export function survey(
  root: IncomingValue,
  names: Names,
  model: Model,
  stored: readonly StoredTile[],
): Survey {
  const nodegroups = new Map<string, string>(
    stored.map(({ tileId, nodegroupId }) => [tileId, nodegroupId]),
  );
  /** Of a value that stands in a tile of another nodegroup than its node the model knows nothing. */
  const isStray = ({ tileId, nodeId }: NodeName): boolean => {
    const nodegroup = nodegroups.get(tileId ?? '');
    const own = model.nodes.get(nodeId)?.nodegroup?.nodegroupId;
    return nodegroup !== undefined && nodegroup !== own;
  };
  const targets = targetsIn(model);
  const tiles = new Set<string>();
  let size = 0;
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    size += 1;
    if (value.kind === 'literal') continue;
    const name = names.nodeName(value.id);
    if (name !== undefined && name.tileId !== null) {
      if (!isStray(name) && !mayBeReference(value, name, targets)) tiles.add(name.tileId);
    }
    for (const { values } of value.properties) for (const below of values) pending.push(below);
  }
  return { tiles, size };
}

/** The nodes to whose values others refer. */
function targetsIn({ nodes }: Model): ReadonlySet<unknown> {
  return new Set(
    Array.from(nodes.values(), ({ node }) => node.config['nodeid']).map((nodeId) =>
      typeof nodeId === 'string' ? nodeId.toLowerCase() : nodeId,
    ),
  );
}

/** Whether a URI may stand for the value of another tile, rather than for that tile. */
function mayBeReference(
  { types, properties }: IncomingNode,
  { nodeId }: NodeName,
  targets: ReadonlySet<unknown>,
): boolean {
  return types.length === 0 && properties.length === 0 && targets.has(nodeId);
}
