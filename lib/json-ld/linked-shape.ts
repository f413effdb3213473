import { datatypeOf } from '../model/datatypes/all.ts';
import type { NodeInstance } from '../model/resource-tree.ts';
import type { Iri, RdfNode, RdfProperty, RdfValue } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocabulary.ts';
import { areMixed, indistinguishableNodes } from './linked-siblings.ts';
import {
  groupedByPredicate,
  nodePredicate,
  nodeTypes,
  nodeUri,
  type ResourceContent,
} from './shape.ts';

/** What the shape of each node instance depends on, besides itself. */
type Survey = {
  readonly content: ResourceContent;
  /** What each node instance says, where it holds a value. */
  readonly said: ReadonlyMap<NodeInstance, readonly RdfValue[]>;
  /** How often each thing is named in the document. */
  readonly mentions: ReadonlyMap<Iri, number>;
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
 * could not be told from that of a sibling, where something hangs in a literal or a list, and where something hangs in a thing
 * that the document names elsewhere too, which would then seem to have it there.
 */
export function linkedShape(content: ResourceContent): RdfNode {
  const survey = surveyOf(content);
  return {
    kind: 'node',
    id: nodeUri(content, content.root),
    types: nodeTypes(content, content.root),
    properties: childProperties(survey, content.root),
  };
}

function surveyOf(content: ResourceContent): Survey {
  const said = new Map<NodeInstance, readonly RdfValue[]>();
  const mentions = new Map<Iri, number>([[nodeUri(content, content.root), 1]]);
  const visit = (instance: NodeInstance): void => {
    const values = valuesOf(content, instance);
    said.set(instance, values);
    for (const value of values) {
      if (value.kind === 'node') mentions.set(value.id, (mentions.get(value.id) ?? 0) + 1);
    }
    instance.children.forEach(visit);
  };
  visit(content.root);
  return { content, said, mentions, indistinguishable: indistinguishableNodes(content.graph) };
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
    values: siblingValues(children.map((child) => shaped(survey, child))),
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

function shaped(survey: Survey, instance: NodeInstance): Shaped {
  const below = childProperties(survey, instance);
  const values = survey.said.get(instance) ?? [];
  const asNode = (): RdfNode => ownNode(survey, instance, values, below);
  if (datatypeOf(instance.node.datatype).linked.kind === 'container') {
    return { kind: 'own', node: asNode() };
  }
  if (values.length === 0 && below.length === 0) return { kind: 'nothing' };
  const [first, ...others] = values;
  if (first?.kind === 'node' && others.length === 0) {
    if (first.id === nodeUri(survey.content, instance))
      return { kind: 'own', node: extended(first, below) };
    if (
      below.length > 0 &&
      survey.mentions.get(first.id) === 1 &&
      !survey.indistinguishable.has(instance.node.nodeId)
    ) {
      return { kind: 'direct', values: [extended(first, below)], asNode };
    }
  }
  return below.length > 0 || survey.indistinguishable.has(instance.node.nodeId)
    ? { kind: 'own', node: asNode() }
    : { kind: 'direct', values, asNode };
}

/** A node with more said of it. */
function extended(node: RdfNode, more: readonly RdfProperty[]): RdfNode {
  const all = [...node.properties, ...more].map(
    ({ predicate, values }) => [predicate, values] as const,
  );
  return { ...node, properties: groupedByPredicate(all) };
}

function ownNode(
  { content }: Survey,
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
