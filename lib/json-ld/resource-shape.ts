import type { Datatype, ReferenceLookup } from '../model/datatypes/datatype.ts';
import type { CompiledGraph } from '../model/graphs/compiled-graph.ts';
import type { NodeInstance } from '../model/resources/resource-tree.ts';
import { graphUri, resourceNodeUri, resourceUri, tileNodeUri } from '../model/uris.ts';
import { ontologyIri } from '../rdf/iri.ts';
import type { Iri, RdfProperty, RdfValue } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocabulary.ts';

/** The shapes of a resource instance in RDF: the shape of the specification, and linked data. */
export type Shape = 'specification' | 'linked';

/** The content from which either shape of a resource instance is written. */
export type ResourceContent = {
  /** The service's address without a slash at the end. */
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
  readonly graph: CompiledGraph;
  readonly resourceId: string;
  /** The root of the tree of node instances. */
  readonly root: NodeInstance;
  readonly referenced: ReferenceLookup;
};

/** A model and the base URL of its service, from which the IRIs of predicates and classes are made. */
type ModelWithBaseUrl = Pick<ResourceContent, 'baseUrl' | 'graph'>;

/** Returns the URI of a node instance. It names the tile and the node, or the resource instance and the node. */
export function nodeUri(
  { baseUrl, resourceId }: ResourceContent,
  { node, tileId }: NodeInstance,
): Iri {
  if (node.parentNodeId === null) return resourceUri(baseUrl, resourceId);
  return tileId === null
    ? resourceNodeUri(baseUrl, resourceId, node.nodeId)
    : tileNodeUri(baseUrl, tileId, node.nodeId);
}

/** Returns the class of a node as a list of types; empty if the node has no class in the model. */
export function nodeTypes(
  { baseUrl, graph }: ModelWithBaseUrl,
  { node }: Pick<NodeInstance, 'node'>,
): readonly Iri[] {
  if (node.ontologyClass === null) return [];
  return [ontologyIri(node.ontologyClass, graphUri(baseUrl, graph.graphId))];
}

/** Returns the property that leads to a node. Without a property in the model, it is named after the node, below the URI of the model. */
export function nodePredicate(
  { baseUrl, graph }: ModelWithBaseUrl,
  { node }: Pick<NodeInstance, 'node'>,
): Iri {
  const model = graphUri(baseUrl, graph.graphId);
  return node.ontologyProperty === null
    ? `${model}#node-${node.nodeId}`
    : ontologyIri(node.ontologyProperty, model);
}

/**
 * Whether a predicate of an instance belongs to its value: `rdf:value`, or a property that describes the value, such as its label. To be
 * distinguished from a part of the value, a child with the same predicate must be a node object with a URI.
 */
export function isValuePredicate({ linkedCodec }: Datatype, predicate: Iri): boolean {
  if (linkedCodec.kind === 'container') return false;
  return predicate === rdf.value || linkedCodec.ownPredicates?.[predicate] !== undefined;
}

/** Whether an instance, or an instance below it in the same tile, has a value. Values that are not written count as well. */
export function hasValueInTile({ tileId, value, children }: NodeInstance): boolean {
  return (
    value !== null || children.some((child) => child.tileId === tileId && hasValueInTile(child))
  );
}

/** Groups values by predicate, in the order of the first value of each predicate. */
export function groupByPredicate(
  valueLists: readonly (readonly [predicate: Iri, values: readonly RdfValue[]])[],
): readonly RdfProperty[] {
  const byPredicate = new Map<Iri, RdfValue[]>();
  for (const [predicate, addedValues] of valueLists) {
    const existingValues = byPredicate.get(predicate);
    if (existingValues !== undefined) existingValues.push(...addedValues);
    else if (addedValues.length > 0) byPredicate.set(predicate, [...addedValues]);
  }
  return Array.from(byPredicate, ([predicate, values]) => ({ predicate, values }));
}
