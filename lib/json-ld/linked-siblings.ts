import { datatypeOf } from '../model/datatypes/all.ts';
import type { CompiledGraph, CompiledNode } from '../model/graphs/compiled.ts';
import type { RdfValue } from '../rdf/terms.ts';

/** What tells a value from those of its siblings in the linked shape; null where its node has a URI of its own. */
function mark({
  datatype,
  parentNodeId,
  ontologyProperty,
  ontologyClass,
}: CompiledNode): string | null {
  const { kind, hasClassOfNode } = datatypeOf(datatype).linked;
  if (kind === 'container') return null;
  const told = hasClassOfNode === true ? [ontologyClass] : [];
  return JSON.stringify([parentNodeId, ontologyProperty, kind, ...told]);
}

/** The ids of the nodes of a model whose values cannot be told from those of a sibling, whatever they are. */
export function indistinguishableNodes(graph: CompiledGraph): ReadonlySet<string> {
  const byMark = Map.groupBy(graph.nodes, mark);
  byMark.delete(null);
  return new Set(
    [...byMark.values()]
      .filter((nodes) => nodes.length > 1)
      .flatMap((nodes) => nodes.map(({ nodeId }) => nodeId)),
  );
}

function key(value: RdfValue): string {
  return value.kind === 'node'
    ? value.id
    : JSON.stringify([value.value, value.datatype, value.language]);
}

/**
 * Whether what several node instances say under one predicate of one subject can no longer be told apart: two say the same, or
 * one says several things, and nobody knows any more which belong together.
 * @param said the values of each, where they stand directly
 */
export function areMixed(said: readonly (readonly RdfValue[])[]): boolean {
  if (said.length < 2) return false;
  if (said.some((values) => values.length > 1)) return true;
  const keys = said.flat().map(key);
  return new Set(keys).size < keys.length;
}
