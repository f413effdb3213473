import fc from 'fast-check';

import { pickOne, integerBetween, onceIn, type Draw } from '../../../support/random/draw.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import { namespaces } from '../../../../lib/rdf/vocabulary.ts';
import { compiled, crm, rdfValue } from '../mill.ts';
import { anyConfig, datatypesWithValues } from './values.ts';

/** The kind of model to draw. */
export type ModelOptions = {
  /** Creates ids; equal numbers give equal ids. */
  readonly id: (number: number) => string;
  /** The maximum number of nodes, without the root. */
  readonly size: number;
  /** The possible properties and classes. If there are few, many siblings can only be distinguished by their values. */
  readonly properties: readonly string[];
  readonly classes: readonly string[];
  readonly datatypes: readonly string[];
  /** Once in this number of nodes, the parent is any node; else it is the root or a semantic node. */
  readonly anyParentOnceIn: number;
};

const numberedId = (number: number): string =>
  `f1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const datatypesWithPredicates = builtInDatatypes.flatMap(({ name, linkedCodec }) =>
  linkedCodec.ownPredicates === undefined ? [] : [{ name, predicates: linkedCodec.ownPredicates }],
);

/** The datatypes whose values have properties of their own in the linked shape, and the predicates of these properties. */
const describedDatatypes = datatypesWithPredicates.map(({ name }) => name);
const describingPredicates = Array.from(
  new Set(datatypesWithPredicates.flatMap(({ predicates }) => Object.keys(predicates))),
);

export const anyProperties = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => crm(`P${index + 1}_has_something`));

const anyClasses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => crm(`E${index + 1}_Thing`));

/** Models whose nodes nearly always differ in property and class. */
export const unambiguousModels: ModelOptions = {
  id: numberedId,
  size: 10,
  properties: anyProperties(60),
  classes: anyClasses(9),
  datatypes: datatypesWithValues,
  anyParentOnceIn: 8,
};

/** Models full of siblings with the same property and class, many of them with the same datatype. */
export const ambiguousModels: ModelOptions = {
  ...unambiguousModels,
  size: 9,
  properties: anyProperties(2),
  classes: anyClasses(2),
};

/**
 * Models of values that have properties of their own. Nodes have the same properties and classes, so that a property of a file
 * could also be a child node.
 */
export const describedModels: ModelOptions = {
  ...unambiguousModels,
  size: 6,
  properties: [...describingPredicates, rdfValue, crm('P1_has_something')],
  classes: [crm('E54_Dimension'), `${namespaces.geo}Geometry`],
  datatypes: [...describedDatatypes, 'string', 'date'],
  anyParentOnceIn: 2,
};

/** A model as a graph document and in compiled form. */
export type RandomModel = { readonly document: unknown; readonly graph: CompiledGraph };

type PlannedNode = {
  readonly id: string;
  readonly parent: PlannedNode | null;
  readonly datatype: string;
  /** Null for the root and for nodes that belong to no tile. */
  readonly nodegroupId: string | null;
  readonly cardinality: '1' | 'n';
  readonly property: string | null;
  readonly class: string | null;
  readonly isRequired: boolean;
  readonly config: Readonly<Record<string, unknown>>;
};

/** Draws a resource model with nested nodegroups of both cardinalities, and with nodes with and without values, some required. */
export function drawModel(draw: Draw, options: ModelOptions): RandomModel {
  const nodes: PlannedNode[] = [rootOf(options)];
  const size = integerBetween(draw, 1, options.size);
  while (nodes.length <= size) nodes.push(drawNode(draw, options, nodes));
  const document = documentOf(nodes, options);
  return { document, graph: compiled(document) };
}

function rootOf({ id }: ModelOptions): PlannedNode {
  return {
    id: id(1),
    parent: null,
    datatype: 'semantic',
    nodegroupId: null,
    cardinality: '1',
    property: null,
    class: crm('E22_Man-Made_Object'),
    isRequired: false,
    config: {},
  };
}

function drawNode(draw: Draw, options: ModelOptions, nodes: readonly PlannedNode[]): PlannedNode {
  const id = options.id(nodes.length + 1);
  const parent = drawParent(draw, options, nodes);
  const isSemantic = onceIn(draw, 3);
  const datatype = isSemantic ? 'semantic' : pickOne(draw, options.datatypes);
  return {
    id,
    parent,
    datatype,
    nodegroupId: drawNodegroup(draw, id, parent, isSemantic),
    cardinality: onceIn(draw, 3) ? '1' : 'n',
    property: onceIn(draw, 25) ? null : pickOne(draw, options.properties),
    class: onceIn(draw, 25) ? null : pickOne(draw, options.classes),
    isRequired: !isSemantic && onceIn(draw, 5),
    config: isSemantic ? {} : draw(anyConfig, datatype),
  };
}

/** Draws a parent, mostly the root or a semantic node. */
function drawParent(
  draw: Draw,
  { anyParentOnceIn }: ModelOptions,
  nodes: readonly PlannedNode[],
): PlannedNode {
  const groups = nodes.filter(({ datatype }) => datatype === 'semantic');
  return pickOne(draw, onceIn(draw, anyParentOnceIn) ? nodes : groups);
}

/** Draws a new nodegroup, the nodegroup of the parent, or none if the parent has none. */
function drawNodegroup(
  draw: Draw,
  id: string,
  { nodegroupId }: PlannedNode,
  isSemantic: boolean,
): string | null {
  if (nodegroupId !== null) return onceIn(draw, 3) ? id : nodegroupId;
  return isSemantic && onceIn(draw, 8) ? null : id;
}

function documentOf(nodes: readonly PlannedNode[], { id: createId }: ModelOptions): unknown {
  return {
    graphid: createId(100_000),
    name: 'Random',
    isresource: true,
    nodes: nodes.map((node, index) => ({
      nodeid: node.id,
      name: `Node ${index}`,
      datatype: node.datatype,
      nodegroup_id: node.nodegroupId,
      istopnode: node.parent === null,
      ontologyclass: node.class,
      isrequired: node.isRequired,
      config: node.config,
      sortorder: index,
    })),
    edges: nodes.flatMap(({ id: rangenode_id, parent, property }) =>
      parent === null
        ? []
        : [{ domainnode_id: parent.id, rangenode_id, ontologyproperty: property }],
    ),
    nodegroups: nodes
      .filter(({ id, nodegroupId }) => id === nodegroupId)
      .map(({ id, parent, cardinality }) => ({
        nodegroupid: id,
        cardinality,
        parentnodegroup_id: parent?.nodegroupId ?? null,
      })),
    cards: [],
  };
}

/** Any model of this kind. */
export function anyModel(options: ModelOptions): fc.Arbitrary<RandomModel> {
  return fc.gen().map((draw) => drawModel(draw, options));
}
