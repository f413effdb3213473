import { pickText } from '../pick-language.ts';
import type { CompiledGraph, CompiledNode } from './compiled-graph.ts';

/** The longest identifier of PostgreSQL, in bytes. */
const maxBytes = 63;

type NamedNode = Pick<CompiledNode, 'alias' | 'name'> & {
  readonly nodeId: string;
  readonly nodegroupId: string | null;
};

/** The nodes that a name can refer to; several if the name is ambiguous. */
export type NodeMatches<Node> = readonly Node[];

/**
 * Finds the nodes of a model by a name: their alias, otherwise the column name that spatial views derive from the node's name, otherwise
 * their id. The root and nodes outside of nodegroups have no values, so they are never found.
 * @rule Imports and exports: Which node does a name mean?
 */
export function findNodesByName<Node extends NamedNode>(
  nodes: readonly Node[],
  name: string,
): NodeMatches<Node> {
  const candidates = nodes.filter(({ nodegroupId }) => nodegroupId !== null);
  const columnName = deriveColumnName(name);
  const matchers: readonly ((node: Node) => boolean)[] = [
    ({ alias }) => alias !== null && alias === name,
    (node) => columnName !== '' && deriveColumnNames(node).includes(columnName),
    ({ nodeId }) => nodeId === name.toLowerCase(),
  ];
  for (const matcher of matchers) {
    const matches = candidates.filter(matcher);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Derives the column names from the name of a node, one for each language. */
function deriveColumnNames({ name }: NamedNode): readonly string[] {
  const texts = typeof name === 'string' ? [name] : Object.values(name);
  return texts.map((text) => deriveColumnName(text ?? ''));
}

/** Derives a column name like `spatial_layer.slugified` of infra/schema/spatial-views: lower-case letters, digits and underscores. */
export function deriveColumnName(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return (/^\d/.test(slug) ? `_${slug}` : slug).slice(0, maxBytes);
}

/** Returns the name of a node for messages. */
export function displayNodeName({ nodeId, alias, name }: Omit<NamedNode, 'nodegroupId'>): string {
  return pickText(name, []) ?? alias ?? nodeId;
}

/** Finds the resource models by a name: their slug, name or id. */
export function findModelsByName(
  graphs: Iterable<CompiledGraph>,
  name: string,
): readonly CompiledGraph[] {
  const columnName = deriveColumnName(name);
  return [...graphs].filter(
    (graph) =>
      graph.isResourceModel &&
      (graph.slug === name ||
        graph.graphId === name.toLowerCase() ||
        (typeof graph.name === 'string' ? [graph.name] : Object.values(graph.name)).some(
          (text) => deriveColumnName(text ?? '') === columnName,
        )),
  );
}
