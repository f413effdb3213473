import fc from 'fast-check';

import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { TreeTile } from '../../../../lib/model/resources/resource-tree.ts';

/** The end of an id, which is unique within a test. */
const short = (id: string | null): string => (id === null ? '-' : String(Number(id.slice(-12))));

const lastOf = (uri: string | null): string => uri?.split('/').at(-1) ?? 'none';

function nodeLine(node: CompiledNode, graph: CompiledGraph): string {
  const nodegroup = graph.nodegroups.find(({ nodegroupId }) => nodegroupId === node.nodegroupId);
  const begins = node.isCollector ? ` [${nodegroup?.cardinality ?? '?'}]` : '';
  const place = node.nodegroupId === null ? ' (no tile)' : begins;
  const required = node.isRequired ? ' required' : '';
  const config = Object.keys(node.config).length === 0 ? '' : ` ${JSON.stringify(node.config)}`;
  const terms = `${lastOf(node.ontologyProperty)} ${lastOf(node.ontologyClass)}`;
  return `${'  '.repeat(node.depth)}${short(node.nodeId)} ${node.datatype} ${terms}${place}${required}${config}`;
}

function tileLine({ tileId, nodegroupId, parentTileId, data }: TreeTile): string {
  const values = Object.entries(data).map(([nodeId, value]) => [short(nodeId), value]);
  const parent = parentTileId === null ? '' : ` in ${short(parentTileId)}`;
  return `tile ${short(tileId)} of ${short(nodegroupId)}${parent} ${JSON.stringify(Object.fromEntries(values))}`;
}

/** Formats a model and tiles in a few lines, for the message of a failing test. */
export function sketch(graph: CompiledGraph, tiles: readonly TreeTile[]): string {
  const lines = [...graph.nodes.map((node) => nodeLine(node, graph)), ...tiles.map(tileLine)];
  return `\n${lines.join('\n')}\n`;
}

/** Adds a sketch to an object, which fast-check shows if a property fails. */
export function sketched<Thing extends object>(thing: Thing, text: () => string): Thing {
  return Object.defineProperty(thing, fc.toStringMethod, { value: text });
}
