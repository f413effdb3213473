import { datatypeOf } from '../model/datatypes/registry.ts';
import type { CompiledGraph, CompiledNode } from '../model/graphs/compiled-graph.ts';
import type { RdfValue } from '../rdf/terms.ts';

/** Returns a key that is equal for nodes whose values look the same in the linked shape; null for a node whose instances have URIs. */
function linkedShapeKey(node: CompiledNode): string | null {
  const { kind, hasClassOfNode } = datatypeOf(node.datatype).linkedCodec;
  if (kind === 'container') return null;
  const classOfNode = hasClassOfNode === true ? [node.ontologyClass] : [];
  return JSON.stringify([node.parentNodeId, node.ontologyProperty, kind, ...classOfNode]);
}

/** Returns the ids of the nodes of a model whose values in the linked shape look like those of a sibling. */
export function findIndistinguishableNodes(graph: CompiledGraph): ReadonlySet<string> {
  const byKey = Map.groupBy(graph.nodes, linkedShapeKey);
  byKey.delete(null);
  return new Set(
    [...byKey.values()]
      .filter((nodes) => nodes.length > 1)
      .flatMap((nodes) => nodes.map(({ nodeId }) => nodeId)),
  );
}

function rdfValueKey(value: RdfValue): string {
  return value.kind === 'node'
    ? value.id
    : JSON.stringify([value.value, value.datatype, value.language]);
}

/**
 * Whether the values of several node instances under one predicate are indistinguishable: two instances have the same value, or one
 * instance has several values, and a document would not show that they belong together.
 * @param instances the direct values of each instance
 */
export function areIndistinguishable(instances: readonly (readonly RdfValue[])[]): boolean {
  if (instances.length < 2) return false;
  if (instances.some((values) => values.length > 1)) return true;
  const keys = instances.flat().map(rdfValueKey);
  return new Set(keys).size < keys.length;
}
