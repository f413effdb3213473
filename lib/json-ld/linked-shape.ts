import { datatypeOf } from '../model/datatypes/all.ts';
import type { NodeInstance } from '../model/resources/resource-tree.ts';
import type { RdfNode, RdfProperty, RdfValue } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocabulary.ts';
import { areMixed, indistinguishableNodes } from './linked-siblings.ts';
import {
  groupedByPredicate,
  holdsValue,
  nodePredicate,
  nodeTypes,
  nodeUri,
  tellsOfValue,
  type ResourceContent,
} from './shape.ts';

/** What the shape of each node instance depends on, besides itself. */
type Survey = {
  readonly content: ResourceContent;
  readonly indistinguishable: ReadonlySet<string>;
};

/** What a node instance becomes: values that stand for it directly, or a node of its own. */
type Shaped =
  | {
      readonly kind: 'direct';
      readonly values: readonly RdfValue[];
      readonly asNode: () => RdfNode;
    }
  | { readonly kind: 'own'; readonly node: RdfNode }
  | { readonly kind: 'nothing' };

/**
 * A resource instance as linked data: literals directly on their predicates, concepts and other resource instances as URIs.
 * A node instance becomes a node with its tile id and node id in the URI and its value in `rdf:value` where its value alone
 * could not be told from that of a sibling, and where something hangs in it: in a literal nothing can, and what hangs in a concept
 * here is nothing to say of the concept everywhere.
 */
export function linkedShape(content: ResourceContent): RdfNode {
  const survey = { content, indistinguishable: indistinguishableNodes(content.graph) };
  return {
    kind: 'node',
    id: nodeUri(content, content.root),
    types: nodeTypes(content, content.root),
    properties: childProperties(survey, content.root),
  };
}

function valuesOf(content: ResourceContent, instance: NodeInstance): readonly RdfValue[] {
  if (instance.value === null) return [];
  const [ontologyClass = null] = nodeTypes(content, instance);
  const node = { ...instance.node, ontologyClass };
  return datatypeOf(node.datatype).linked.write(instance.value, node, {
    ...content.referenced,
    baseUrl: content.baseUrl,
    nodeUri: nodeUri(content, instance),
  });
}

function childProperties(survey: Survey, parent: NodeInstance): readonly RdfProperty[] {
  const byPredicate = Map.groupBy(parent.children, (child) => nodePredicate(survey.content, child));
  return Array.from(byPredicate, ([predicate, children]) => ({
    predicate,
    values: siblingValues(children.map((child) => shaped(survey, child, parent))),
  })).filter(({ values }) => values.length > 0);
}

function siblingValues(siblings: readonly Shaped[]): readonly RdfValue[] {
  const direct = siblings.flatMap((sibling) => (sibling.kind === 'direct' ? [sibling.values] : []));
  const isMixed = areMixed(direct);
  return siblings.flatMap((sibling) => {
    if (sibling.kind === 'nothing') return [];
    if (sibling.kind === 'own') return [sibling.node];
    return isMixed ? [sibling.asNode()] : sibling.values;
  });
}

function shaped(survey: Survey, instance: NodeInstance, parent: NodeInstance): Shaped {
  const { content, indistinguishable } = survey;
  const { kind } = datatypeOf(instance.node.datatype).linked;
  const below = childProperties(survey, instance);
  const values = valuesOf(content, instance);
  const asNode = (): RdfNode => ownNode(content, instance, values, below);
  if (kind === 'container') return { kind: 'own', node: asNode() };
  if (values.length === 0 && below.length === 0) {
    const showsTile = instance.tileId !== parent.tileId && holdsValue(instance);
    return showsTile ? { kind: 'own', node: asNode() } : { kind: 'nothing' };
  }
  const [first] = values;
  if (first?.kind === 'node' && first.id === nodeUri(content, instance)) {
    return { kind: 'own', node: extended(first, below) };
  }
  const isAlone =
    below.length === 0 &&
    !indistinguishable.has(instance.node.nodeId) &&
    !tellsOfValue(datatypeOf(parent.node.datatype), nodePredicate(content, instance));
  // A reference that is none stands as a literal, which could be that of a sibling.
  const isAsExpected = values.every((value) => (value.kind === 'literal') === (kind === 'literal'));
  return isAlone && isAsExpected
    ? { kind: 'direct', values, asNode }
    : { kind: 'own', node: asNode() };
}

/** A node with more said of it. */
function extended(node: RdfNode, more: readonly RdfProperty[]): RdfNode {
  const all = [...node.properties, ...more].map(
    ({ predicate, values }) => [predicate, values] as const,
  );
  return { ...node, properties: groupedByPredicate(all) };
}

function ownNode(
  content: ResourceContent,
  instance: NodeInstance,
  values: readonly RdfValue[],
  below: readonly RdfProperty[],
): RdfNode {
  const properties = values.length === 0 ? below : [...below, { predicate: rdf.value, values }];
  return extended(
    {
      kind: 'node',
      id: nodeUri(content, instance),
      types: nodeTypes(content, instance),
      properties: [],
    },
    properties,
  );
}
