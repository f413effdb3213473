import {
  parseGraphId,
  parseNodegroupId,
  parseNodeId,
  parsePublicationId,
  type PublicationId,
} from '../../../../lib/model/ids.ts';
import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { semanticDatatype } from '../../../../lib/model/datatypes/semantic.ts';
import { isSlug, findRootId } from './check-graph.ts';
import { deriveCardId, deriveConstraintId } from '../../../../lib/model/graphs/derive-ids.ts';
import { listLifeCycleStates } from './life-cycle-states.ts';
import { findDescriptorTemplates } from './descriptor-templates.ts';
import {
  firstNonEmpty,
  type GraphDocument,
} from '../../../../lib/model/graphs/graph-document-schema.ts';
import type { Card, Graph, Node, Nodegroup, Widget } from '../../../../lib/model/graphs/graph.ts';

/**
 * Builds a graph from a document without errors. Each edge becomes the parent and the property of the node to which it leads. Missing
 * members get their defaults.
 * @param document the document of the graph, with the root among its nodes
 * @param source the JSON from which the document was read
 */
export function buildGraph(document: GraphDocument, source: unknown): Graph {
  const nodegroups = buildNodegroups(document);
  const nodegroupIds = new Set<string>(nodegroups.map(({ nodegroupId }) => nodegroupId));
  const functions = firstNonEmpty(document.functions_x_graphs, document.functions);
  return {
    graphId: parseGraphId(document.graphid),
    publicationId: findPublicationId(document, source),
    slug: document.slug !== null && isSlug(document.slug) ? document.slug : null,
    name: document.name,
    description: document.description,
    subtitle: document.subtitle,
    isResourceModel: document.isresource,
    ontologyId: document.ontology_id,
    jsonldContext: document.jsonldcontext,
    rootNodeId: parseNodeId(findRootId(document) ?? ''),
    nodes: buildNodes(document),
    nodegroups,
    cards: buildCards(document, nodegroupIds),
    widgets: buildWidgets(document),
    descriptors: findDescriptorTemplates(
      functions.map(({ config }) => config),
      nodegroupIds,
    ),
    lifeCycleStates:
      document.resource_instance_lifecycle === null
        ? []
        : listLifeCycleStates(document.resource_instance_lifecycle),
    source,
  };
}

/** Returns the publication id of the document, or derives one regardless of the order of members, which the database does not keep. */
function findPublicationId(document: GraphDocument, source: unknown): PublicationId {
  const documentId = document.publication?.publicationid ?? null;
  return parsePublicationId(
    documentId ?? deriveNameUuid(document.graphid, JSON.stringify(toJsonbForm(source))),
  );
}

function buildNodes(document: GraphDocument): readonly Node[] {
  const edges = new Map(document.edges.map((edge) => [edge.rangenode_id, edge]));
  const aliases = new Set<string>();
  return document.nodes.map((node) => {
    const edge = edges.get(node.nodeid);
    const alias = node.alias === null || aliases.has(node.alias) ? null : node.alias;
    if (alias !== null) aliases.add(alias);
    return {
      nodeId: parseNodeId(node.nodeid),
      parentNodeId: edge === undefined ? null : parseNodeId(edge.domainnode_id),
      ontologyProperty: edge === undefined ? null : (edge.ontologyproperty ?? node.parentproperty),
      ontologyClass: node.ontologyclass,
      nodegroupId: node.nodegroup_id === null ? null : parseNodegroupId(node.nodegroup_id),
      name: node.name,
      alias,
      datatype: node.datatype ?? semanticDatatype.name,
      config: node.config,
      fieldName: node.fieldname,
      isRequired: node.isrequired,
      isSearchable: node.issearchable,
      isExportable: node.exportable,
      sortOrder: node.sortorder,
    };
  });
}

function buildNodegroups(document: GraphDocument): readonly Nodegroup[] {
  return document.nodegroups.map((group) => ({
    nodegroupId: parseNodegroupId(group.nodegroupid),
    parentNodegroupId:
      group.parentnodegroup_id === null ? null : parseNodegroupId(group.parentnodegroup_id),
    // Without a cardinality, any number of tiles is allowed, so that none is lost.
    cardinality: group.cardinality ?? 'n',
  }));
}

function buildCards(document: GraphDocument, nodegroupIds: ReadonlySet<string>): readonly Card[] {
  return document.cards
    .filter((card) => nodegroupIds.has(card.nodegroup_id))
    .map((card, position) => ({
      cardId: card.cardid ?? deriveCardId(document.graphid, position, card.nodegroup_id),
      nodegroupId: parseNodegroupId(card.nodegroup_id),
      name: card.name,
      isVisible: card.visible,
      isActive: card.active,
      sortOrder: card.sortorder,
      constraints: card.constraints
        .filter(({ nodes }) => nodes.length > 0)
        .map((constraint) => ({
          constraintId:
            constraint.constraintid ?? deriveConstraintId(document.graphid, constraint.nodes),
          isAcrossResources: constraint.uniquetoallinstances,
          nodeIds: constraint.nodes.map(parseNodeId),
        })),
    }));
}

function buildWidgets(document: GraphDocument): readonly Widget[] {
  const nodeIds = new Set(document.nodes.map(({ nodeid }) => nodeid));
  return firstNonEmpty(document.cards_x_nodes_x_widgets, document.widgets)
    .filter((widget) => nodeIds.has(widget.node_id))
    .map((widget) => ({
      nodeId: parseNodeId(widget.node_id),
      cardId: widget.card_id,
      label: widget.label,
      isVisible: widget.visible,
      sortOrder: widget.sortorder,
      config: widget.config,
    }));
}
