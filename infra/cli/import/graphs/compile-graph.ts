import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import type { NodegroupId, NodeId } from '../../../../lib/model/ids.ts';
import { derivePropertyName } from '../../../../lib/model/geojson/property-name.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { pickText, type LocalizedText } from '../../../../lib/model/pick-language.ts';
import type {
  CompiledDescriptors,
  CompiledGraph,
  CompiledNode,
  CompiledNodegroup,
} from '../../../../lib/model/graphs/compiled-graph.ts';
import { compileTemplate } from './compile-template.ts';
import { sortInModelOrder, type OrderedNode } from './model-order.ts';
import type {
  Card,
  DescriptorTemplate,
  Graph,
  Nodegroup,
  Widget,
} from '../../../../lib/model/graphs/graph.ts';
import { chooseWidget } from '../../../../lib/model/graphs/node-widget.ts';
import { hasHiddenCard } from '../../../../lib/model/graphs/hidden-nodegroups.ts';

export type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';

/**
 * Compiles a graph: its nodes and nodegroups in model order, with everything that reading and writing a resource instance needs.
 * @param graph a graph that `readGraphDocument` has read
 * @returns a plain JSON document, which is equal for equal graphs
 */
export function compileGraph(graph: Graph): CompiledGraph {
  const widgets = Map.groupBy(graph.widgets, ({ nodeId }) => nodeId);
  const nodes = sortInModelOrder(graph).map((item, position) => ({
    ...compileNode(item, position),
    ...findWidget(widgets.get(item.node.nodeId)),
  }));
  const root = nodes[0];
  return {
    graphId: graph.graphId,
    publicationId: graph.publicationId,
    slug: graph.slug,
    name: graph.name,
    description: graph.description,
    subtitle: graph.subtitle,
    isResourceModel: graph.isResourceModel,
    ontologyId: graph.ontologyId,
    hasOntology: root !== undefined && root.ontologyClass !== null,
    jsonldContext: graph.jsonldContext,
    rootNodeId: graph.rootNodeId,
    nodes,
    nodegroups: compileNodegroups(graph, nodes),
    descriptors: compileDescriptors(graph),
  };
}

function compileNode({ node, depth }: OrderedNode, position: number): CompiledNode {
  return {
    nodeId: node.nodeId,
    position,
    depth,
    parentNodeId: node.parentNodeId,
    nodegroupId: node.nodegroupId,
    isCollector: String(node.nodeId) === node.nodegroupId,
    name: node.name,
    alias: node.alias,
    datatype: node.datatype,
    config: node.config,
    fieldName: node.fieldName,
    propertyName: node.fieldName ?? findPropertyName(node.name, node.nodeId),
    isRequired: node.isRequired,
    isSearchable: node.isSearchable,
    isExportable: node.isExportable,
    ontologyClass: node.ontologyClass,
    ontologyProperty: node.ontologyProperty,
  };
}

function findWidget(widgets: readonly Widget[] = []): Pick<CompiledNode, 'widget'> {
  const widget = chooseWidget(widgets);
  return widget === undefined ? {} : { widget };
}

/** Derives the property name from the name of a node, or returns its id if the name has no letters or digits. */
function findPropertyName(name: LocalizedText, nodeId: NodeId): string {
  return derivePropertyName(pickText(name, ['en']) ?? '') || nodeId;
}

function compileNodegroups(
  graph: Graph,
  nodes: readonly CompiledNode[],
): readonly CompiledNodegroup[] {
  const groups = new Map(graph.nodegroups.map((group) => [group.nodegroupId, group]));
  const cards = Map.groupBy(graph.cards, (card) => card.nodegroupId);
  const members = Map.groupBy(nodes, (node) => node.nodegroupId);
  const isHidden = (id: NodegroupId) => hasHiddenCard(cards.get(id) ?? []);
  return nodes
    .filter((node) => node.isCollector)
    .map((collector) => ({
      collector,
      group: collector.nodegroupId && groups.get(collector.nodegroupId),
    }))
    .flatMap(({ collector, group }) => (group ? [{ collector, group }] : []))
    .map(({ collector, group }, position) => {
      const ancestors = listAncestors(group, groups);
      return {
        nodegroupId: group.nodegroupId,
        position,
        depth: ancestors.length,
        parentNodegroupId: group.parentNodegroupId,
        cardinality: group.cardinality,
        name: cards.get(group.nodegroupId)?.[0]?.name ?? collector.name,
        isHidden: isHidden(group.nodegroupId),
        isBelowHidden: ancestors.some(isHidden),
        nodeIds: (members.get(group.nodegroupId) ?? []).map(({ nodeId }) => nodeId),
        ...findCardOrder(cards.get(group.nodegroupId) ?? []),
        ...collectConstraints(cards.get(group.nodegroupId) ?? []),
      };
    });
}

function findCardOrder(cards: readonly Card[]): Pick<CompiledNodegroup, 'cardOrder'> {
  const orders = cards.map(({ sortOrder }) => sortOrder ?? 0);
  return orders.length === 0 ? {} : { cardOrder: Math.min(...orders) };
}

function collectConstraints(cards: readonly Card[]): Pick<CompiledNodegroup, 'constraints'> {
  const constraints = cards.flatMap((card) => card.constraints);
  return constraints.length === 0 ? {} : { constraints };
}

function listAncestors(
  group: Nodegroup,
  groups: ReadonlyMap<NodegroupId, Nodegroup>,
): readonly NodegroupId[] {
  const ancestors: NodegroupId[] = [];
  let parentId = group.parentNodegroupId;
  while (parentId !== null) {
    ancestors.push(parentId);
    parentId = groups.get(parentId)?.parentNodegroupId ?? null;
  }
  return ancestors;
}

function compileDescriptors({ descriptors, nodes }: Graph): CompiledDescriptors {
  const compile = (template: DescriptorTemplate | null) =>
    template === null ? null : compileTemplate(template, nodes);
  return {
    name: compile(descriptors.name),
    description: compile(descriptors.description),
    mapPopup: compile(descriptors.mapPopup),
  };
}

/** A graph in the form in which it is stored. */
export type PreparedGraph = {
  readonly graph: Graph;
  readonly compiled: CompiledGraph;
  readonly publicationId: string;
  /** The JSON string of the compiled graph. */
  readonly document: string;
};

/** Compiles a graph, and derives its publication id from its content. */
export function prepareGraph(graph: Graph): PreparedGraph {
  const compiled = compileGraph(graph);
  // Because the id depends on the content, a document that is cached by its id is never out of date. The publication id in exported JSON,
  // and the order of members, which the database changes, are not part of the content.
  const source = { ...Object(graph.source), publication_id: undefined };
  const content = [compiled, source].map((part) => JSON.stringify(toJsonbForm(part))).join('\n');
  const publicationId = deriveNameUuid(graph.graphId, content);
  const document = JSON.stringify({ ...compiled, publicationId });
  return { graph, compiled, publicationId, document };
}
