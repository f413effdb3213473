import { edge, node } from '../../infra/cli/import/graphs/example.ts';
import { cardIdOf } from '../../functions/permissions/requests/mobile-project.ts';
import {
  createTileRow,
  takesConcepts,
  type World,
  type WorldModel,
  type WorldResource,
  type WorldThesaurus,
} from './world.ts';

/** Creates the files of a package with a world. */
export function createPackageFiles({ models, resources, thesaurus }: World): {
  readonly graphs: unknown;
  readonly businessData: unknown;
  readonly skos: string;
} {
  return {
    graphs: { graph: models.map((model) => createGraphDocument(model, models, thesaurus)) },
    businessData: { business_data: { resources: resources.map(createBusinessRecord) } },
    skos: createSkosDocument(thesaurus),
  };
}

/** Configurations contain the ids of all nodes of the model and of all models. These must not leak if they are closed. */
function createGraphDocument(
  { graphId, slug, rootId, rootClass, nodegroups, templates }: WorldModel,
  models: readonly WorldModel[],
  { collection }: WorldThesaurus,
): unknown {
  const configWithAllIds = {
    neighbours: nodegroups.flatMap((nodegroup) => nodegroup.nodes.map(({ id }) => id)),
    graphs: models.map((model) => ({ graphid: model.graphId, name: model.slug })),
  };
  const root = node(rootId, `Root of ${slug}`, null, {
    istopnode: true,
    datatype: 'semantic',
    ontologyclass: rootClass,
  });
  const nodes = nodegroups.flatMap((nodegroup) =>
    nodegroup.nodes.map(({ id, name, fieldName, datatype, config, ontologyClass }) =>
      node(id, name, nodegroup.id, {
        datatype,
        config: {
          ...config,
          ...(id === nodegroup.id ? configWithAllIds : {}),
          ...(takesConcepts({ datatype }) ? { rdmCollection: collection.id } : {}),
        },
        fieldname: fieldName,
        ontologyclass: ontologyClass,
      }),
    ),
  );
  const edges = nodegroups.flatMap(({ id, parentId, nodes: members }) =>
    members.map((member) =>
      edge(member.id === id ? (parentId ?? rootId) : id, member.id, member.ontologyProperty),
    ),
  );
  const nameOf = (nodeId: string): string =>
    nodegroups.flatMap((nodegroup) => nodegroup.nodes).find(({ id }) => id === nodeId)?.name ?? '';
  const descriptors = Object.entries(templates).map(([kind, { words, nodegroupId, nodeIds }]) => [
    kind,
    {
      nodegroup_id: nodegroupId,
      string_template: [words, ...nodeIds.map((id) => `<${nameOf(id)}>`)].join(' '),
    },
  ]);
  return {
    graphid: graphId,
    name: `Model ${slug}`,
    slug,
    isresource: true,
    nodes: [root, ...nodes],
    edges,
    nodegroups: nodegroups.map(({ id, parentId }) => ({
      nodegroupid: id,
      parentnodegroup_id: parentId,
      cardinality: 'n',
    })),
    cards: nodegroups.map(({ id, isHidden }) => ({
      cardid: cardIdOf({ id }),
      nodegroup_id: id,
      name: 'Card',
      visible: !isHidden,
    })),
    cards_x_nodes_x_widgets: nodegroups.flatMap((nodegroup) =>
      nodegroup.nodes.map(({ id, name }) => ({ node_id: id, label: name })),
    ),
    functions_x_graphs: [
      {
        config: {
          descriptor_types: Object.fromEntries(descriptors),
          triggering_nodegroups: nodegroups.map(({ id }) => id),
        },
      },
    ],
  };
}

function createBusinessRecord({ id, graphId, legacyId, tiles }: WorldResource): unknown {
  return {
    resourceinstance: { resourceinstanceid: id, graph_id: graphId, legacyid: legacyId },
    tiles: tiles.map((tile) => {
      const row = createTileRow(id, tile);
      return {
        tileid: row.tile_id,
        nodegroup_id: row.nodegroup_id,
        parenttile_id: row.parent_tile_id,
        sortorder: row.sort_order,
        data: row.data,
        provisionaledits: tile.proposals.length === 0 ? null : row.provisional_edits,
      };
    }),
  };
}

function formatLiteral({ id, text }: { readonly id: string; readonly text: string }): string {
  return JSON.stringify({ id, value: text });
}

function createSkosDocument({ schemeId, title, concepts, collection }: WorldThesaurus): string {
  const uri = (id: string): string => `http://thesaurus.test/${id}`;
  const conceptElements = concepts.map(
    ({ id, parentId, labels, note }) => `
  <skos:Concept rdf:about="${uri(id)}">
    <skos:prefLabel xml:lang="en-US">${formatLiteral(labels['en-US'])}</skos:prefLabel>
    <skos:prefLabel xml:lang="de">${formatLiteral(labels.de)}</skos:prefLabel>
    <skos:scopeNote xml:lang="en-US">${formatLiteral(note)}</skos:scopeNote>
    <skos:${parentId === null ? 'topConceptOf' : 'broader'} rdf:resource="${uri(parentId ?? schemeId)}"/>
  </skos:Concept>`,
  );
  return `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#"
  xmlns:dcterms="http://purl.org/dc/terms/">
  <skos:ConceptScheme rdf:about="${uri(schemeId)}">
    <dcterms:title xml:lang="en-US">${formatLiteral(title)}</dcterms:title>
  </skos:ConceptScheme>${conceptElements.join('')}
  <skos:Collection rdf:about="${uri(collection.id)}">
    <skos:prefLabel xml:lang="en-US">${formatLiteral(collection.label)}</skos:prefLabel>
    ${concepts.map(({ id }) => `<skos:member rdf:resource="${uri(id)}"/>`).join('')}
  </skos:Collection>
</rdf:RDF>`;
}
