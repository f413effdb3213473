import { datatypeOf } from '../model/datatypes/registry.ts';
import type { NodeInstance } from '../model/resources/resource-tree.ts';
import type { RdfNode, RdfProperty, RdfValue } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocabulary.ts';
import { areIndistinguishable, findIndistinguishableNodes } from './indistinguishable-nodes.ts';
import {
  groupByPredicate,
  hasValueInTile,
  nodePredicate,
  nodeTypes,
  nodeUri,
  isValuePredicate,
  type ResourceContent,
} from './resource-shape.ts';

type ShapeContext = {
  readonly content: ResourceContent;
  readonly indistinguishableNodeIds: ReadonlySet<string>;
};

/** The form in which a node instance is written: its direct values, or a node object. */
type ShapedInstance =
  | {
      readonly kind: 'direct values';
      readonly values: readonly RdfValue[];
      readonly toNodeObject: () => RdfNode;
    }
  | { readonly kind: 'node object'; readonly node: RdfNode }
  | { readonly kind: 'nothing' };

/**
 * Builds a resource instance as linked data: literals directly on their predicates, concepts and other resource instances as URIs.
 * Some node instances become a node object, with tile id and node id in the URI and the value in `rdf:value`: those whose value
 * looks like that of a sibling, and those with children. Children need a node object because a literal has no properties, and because
 * they describe this resource instance and not the concept in general.
 * @rule Resource instances: How is linked JSON-LD built?
 */
export function buildLinkedShape(content: ResourceContent): RdfNode {
  const context: ShapeContext = {
    content,
    indistinguishableNodeIds: findIndistinguishableNodes(content.graph),
  };
  return {
    kind: 'node',
    id: nodeUri(content, content.root),
    types: nodeTypes(content, content.root),
    properties: buildChildProperties(context, content.root),
  };
}

function writeValues(content: ResourceContent, instance: NodeInstance): readonly RdfValue[] {
  if (instance.value === null) return [];
  const [ontologyClass = null] = nodeTypes(content, instance);
  const node = { ...instance.node, ontologyClass };
  return datatypeOf(node.datatype).linkedCodec.write(instance.value, node, {
    ...content.referenced,
    baseUrl: content.baseUrl,
    language: content.language,
    nodeUri: nodeUri(content, instance),
  });
}

function buildChildProperties(context: ShapeContext, parent: NodeInstance): readonly RdfProperty[] {
  const byPredicate = Map.groupBy(parent.children, (child) =>
    nodePredicate(context.content, child),
  );
  return Array.from(byPredicate, ([predicate, children]) => ({
    predicate,
    values: mergeSiblingValues(children.map((child) => shapeInstance(context, child, parent))),
  })).filter(({ values }) => values.length > 0);
}

function mergeSiblingValues(siblings: readonly ShapedInstance[]): readonly RdfValue[] {
  const directValues = siblings.flatMap((sibling) =>
    sibling.kind === 'direct values' ? [sibling.values] : [],
  );
  const needsNodeObjects = areIndistinguishable(directValues);
  return siblings.flatMap((sibling) => {
    if (sibling.kind === 'nothing') return [];
    if (sibling.kind === 'node object') return [sibling.node];
    return needsNodeObjects ? [sibling.toNodeObject()] : sibling.values;
  });
}

function shapeInstance(
  context: ShapeContext,
  instance: NodeInstance,
  parent: NodeInstance,
): ShapedInstance {
  const { content, indistinguishableNodeIds } = context;
  const { kind } = datatypeOf(instance.node.datatype).linkedCodec;
  const nestedProperties = buildChildProperties(context, instance);
  const values = writeValues(content, instance);
  const toNodeObject = (): RdfNode => buildNodeObject(content, instance, values, nestedProperties);
  if (kind === 'container') return { kind: 'node object', node: toNodeObject() };
  if (values.length === 0 && nestedProperties.length === 0) {
    const isOnlyValueOfTile = instance.tileId !== parent.tileId && hasValueInTile(instance);
    return isOnlyValueOfTile ? { kind: 'node object', node: toNodeObject() } : { kind: 'nothing' };
  }
  const [first] = values;
  if (first?.kind === 'node' && first.id === nodeUri(content, instance)) {
    return { kind: 'node object', node: addProperties(first, nestedProperties) };
  }
  const canBeDirect =
    nestedProperties.length === 0 &&
    !indistinguishableNodeIds.has(instance.node.nodeId) &&
    !isValuePredicate(datatypeOf(parent.node.datatype), nodePredicate(content, instance));
  // An invalid reference is written as a literal, which could be taken for the value of a sibling.
  const hasExpectedKind = values.every(
    (value) => (value.kind === 'literal') === (kind === 'literal'),
  );
  return canBeDirect && hasExpectedKind
    ? { kind: 'direct values', values, toNodeObject }
    : { kind: 'node object', node: toNodeObject() };
}

/** Adds properties to a node. Values of the same predicate are merged. */
function addProperties(node: RdfNode, addedProperties: readonly RdfProperty[]): RdfNode {
  const valuesByPredicate = [...node.properties, ...addedProperties].map(
    ({ predicate, values }) => [predicate, values] as const,
  );
  return { ...node, properties: groupByPredicate(valuesByPredicate) };
}

function buildNodeObject(
  content: ResourceContent,
  instance: NodeInstance,
  values: readonly RdfValue[],
  nestedProperties: readonly RdfProperty[],
): RdfNode {
  const properties =
    values.length === 0
      ? nestedProperties
      : [...nestedProperties, { predicate: rdf.value, values }];
  return addProperties(
    {
      kind: 'node',
      id: nodeUri(content, instance),
      types: nodeTypes(content, instance),
      properties: [],
    },
    properties,
  );
}
