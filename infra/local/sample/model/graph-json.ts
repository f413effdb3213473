import type { JsonObject } from '../../../../lib/model/graphs/types.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import { sampleId } from '../sample-id.ts';
import { crm } from './crm.ts';
import type { ModelDefinition } from './definition.ts';
import { placeNodes, type PlacedNode } from './placed-nodes.ts';

const PRIMARY_DESCRIPTORS = sampleId('function', 'primary descriptors');

/**
 * Writes a model as releases 7.x of the platform export it: nodes, edges, nodegroups, cards,
 * widgets and the descriptor function. Its publication is named after its content.
 * @returns one element of the list `graph` of a graph file
 */
export function graphJson(model: ModelDefinition): JsonObject {
  const nodes = placeNodes(model);
  const graphId = sampleId('graph', model.slug);
  const root = rootJson(model, graphId);
  const content = {
    graphid: graphId,
    slug: model.slug,
    name: model.name,
    description: model.description,
    subtitle: {},
    isresource: true,
    ontology_id: null,
    jsonldcontext: null,
    iconclass: model.icon,
    color: model.color,
    author: '',
    version: '1',
    config: {},
    template_id: null,
    root,
    nodes: [root, ...nodes.map((node) => nodeJson(node, graphId))],
    edges: nodes.map((node) => edgeJson(node, graphId)),
    nodegroups: nodes.flatMap(nodegroupJson),
    cards: nodes.flatMap((node) => cardJson(node, graphId)),
    cards_x_nodes_x_widgets: nodes.flatMap(widgetJson),
    functions_x_graphs: [descriptorsJson(model, graphId, nodes)],
  };
  const publicationId = nameUuid(graphId, JSON.stringify(content));
  return { ...content, publication: { publicationid: publicationId, graph_id: graphId } };
}

function rootJson(model: ModelDefinition, graphId: string): JsonObject {
  return {
    nodeid: sampleId('node', model.slug, 'root'),
    graph_id: graphId,
    name: model.name['en-US'],
    alias: model.slug.replaceAll('-', '_'),
    datatype: 'semantic',
    config: {},
    istopnode: true,
    is_collector: false,
    isrequired: false,
    issearchable: true,
    exportable: false,
    fieldname: null,
    nodegroup_id: null,
    ontologyclass: crm(model.class),
    parentproperty: '',
    sortorder: 0,
  };
}

function nodeJson({ definition, ...place }: PlacedNode, graphId: string): JsonObject {
  return {
    nodeid: place.nodeId,
    graph_id: graphId,
    name: definition.name,
    alias: definition.key,
    datatype: definition.datatype ?? 'semantic',
    config: definition.config ?? {},
    istopnode: false,
    is_collector: place.nodeId === place.nodegroupId,
    isrequired: definition.isRequired ?? false,
    issearchable: true,
    exportable: definition.fieldName !== undefined,
    fieldname: definition.fieldName ?? null,
    nodegroup_id: place.nodegroupId,
    ontologyclass: crm(definition.class),
    parentproperty: crm(definition.property),
    sortorder: place.position,
  };
}

function edgeJson({ definition, nodeId, parentNodeId }: PlacedNode, graphId: string): JsonObject {
  return {
    edgeid: sampleId('edge', nodeId),
    graph_id: graphId,
    domainnode_id: parentNodeId,
    rangenode_id: nodeId,
    ontologyproperty: crm(definition.property),
    name: null,
    description: null,
  };
}

function nodegroupJson(node: PlacedNode): readonly JsonObject[] {
  const { group } = node.definition;
  if (group === undefined) return [];
  return [
    {
      nodegroupid: node.nodegroupId,
      parentnodegroup_id: node.parentNodegroupId,
      cardinality: group.cardinality,
      legacygroupid: null,
    },
  ];
}

function cardJson(node: PlacedNode, graphId: string): readonly JsonObject[] {
  const { group } = node.definition;
  if (group === undefined) return [];
  return [
    {
      cardid: sampleId('card', node.nodegroupId),
      graph_id: graphId,
      nodegroup_id: node.nodegroupId,
      name: group.card,
      active: true,
      visible: group.isHidden !== true,
      sortorder: node.position,
      constraints: [],
    },
  ];
}

function widgetJson({ definition, ...place }: PlacedNode): readonly JsonObject[] {
  if ((definition.datatype ?? 'semantic') === 'semantic') return [];
  return [
    {
      id: sampleId('widget', place.nodeId),
      node_id: place.nodeId,
      card_id: sampleId('card', place.nodegroupId),
      label: { 'en-US': definition.name },
      visible: true,
      sortorder: place.position,
      config: {},
    },
  ];
}

function descriptorsJson(
  { slug, descriptors }: ModelDefinition,
  graphId: string,
  nodes: readonly PlacedNode[],
): JsonObject {
  const types = Object.entries(descriptors).map(([kind, { group, template }]) => {
    const collector = nodes.find(({ definition }) => definition.key === group);
    return [kind, { nodegroup_id: collector?.nodegroupId ?? '', string_template: template }];
  });
  return {
    id: sampleId('descriptors', slug),
    function_id: PRIMARY_DESCRIPTORS,
    graph_id: graphId,
    config: { descriptor_types: Object.fromEntries(types), triggering_nodegroups: [] },
  };
}
