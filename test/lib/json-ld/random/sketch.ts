import fc from 'fast-check';

import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { TreeTile } from '../../../../lib/model/resources/resource-tree.ts';

/** The end of an id, which is unique within a test. */
const shortId = (id: string | null): string => (id === null ? '-' : String(Number(id.slice(-12))));

const lastPart = (uri: string | null): string => uri?.split('/').at(-1) ?? 'none';

function nodeLine(node: CompiledNode, graph: CompiledGraph): string {
  const nodegroup = graph.nodegroups.find(({ nodegroupId }) => nodegroupId === node.nodegroupId);
  const cardinality = node.isCollector ? ` [${nodegroup?.cardinality ?? '?'}]` : '';
  const place = node.nodegroupId === null ? ' (no tile)' : cardinality;
  const required = node.isRequired ? ' required' : '';
  const config = Object.keys(node.config).length === 0 ? '' : ` ${JSON.stringify(node.config)}`;
  const terms = `${lastPart(node.ontologyProperty)} ${lastPart(node.ontologyClass)}`;
  return `${'  '.repeat(node.depth)}${shortId(node.nodeId)} ${node.datatype} ${terms}${place}${required}${config}`;
}

function tileLine({ tileId, nodegroupId, parentTileId, data }: TreeTile): string {
  const values = Object.entries(data).map(([nodeId, value]) => [shortId(nodeId), value]);
  const parent = parentTileId === null ? '' : ` in ${shortId(parentTileId)}`;
  return `tile ${shortId(tileId)} of ${shortId(nodegroupId)}${parent} ${JSON.stringify(Object.fromEntries(values))}`;
}

/** Formats a model and tiles in a few lines, for the message of a failing test. */
export function sketch(graph: CompiledGraph, tiles: readonly TreeTile[]): string {
  const lines = [...graph.nodes.map((node) => nodeLine(node, graph)), ...tiles.map(tileLine)];
  return `\n${lines.join('\n')}\n`;
}

/** Adds a sketch to an object, which fast-check shows if a property fails. */
export function withSketch<Thing extends object>(thing: Thing, text: () => string): Thing {
  return Object.defineProperty(thing, fc.toStringMethod, { value: text });
}
