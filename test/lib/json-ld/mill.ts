import type { ResourceContent } from '../../../lib/json-ld/resource-shape.ts';
import type { ReferencedConcept } from '../../../lib/model/datatypes/datatype.ts';
import {
  compileGraph,
  type CompiledGraph,
} from '../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../infra/cli/import/graphs/read-graphs.ts';
import { buildResourceTree, type TreeTile } from '../../../lib/model/resources/resource-tree.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

export const crm = (name: string): string => `http://www.cidoc-crm.org/cidoc-crm/${name}`;
export const rdfValue = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#value';
export const rdfsLabel = 'http://www.w3.org/2000/01/rdf-schema#label';
export const literalClass = 'http://www.w3.org/2000/01/rdf-schema#Literal';
export const base = 'https://heritage.test';

export const graphId = id(100);
export const resourceId = id(200);
export const nodes = {
  mill: id(1),
  appellation: id(2),
  name: id(3),
  nameType: id(4),
  place: id(5),
  geometry: id(6),
  sightings: id(7),
};
/** The ids of the concept `primary` and of its value. */
export const primaryTypeConcept = { valueId: id(301), conceptId: id(300) };
export const primaryConcept: ReferencedConcept = {
  conceptId: primaryTypeConcept.conceptId,
  text: 'primary',
  language: 'en',
  labels: { en: 'primary' },
  identifiers: [],
};

/** A graph document of a mill: names with a type, and a place with a geometry and sightings. */
export function millDocument(
  additions: {
    readonly nodes?: readonly unknown[];
    readonly edges?: readonly unknown[];
    readonly nodegroups?: readonly unknown[];
  } = {},
) {
  const { appellation, name, nameType, place, geometry, sightings } = nodes;
  return {
    graphid: graphId,
    name: 'Mill',
    isresource: true,
    nodes: [
      node(nodes.mill, 'Mill', null, {
        istopnode: true,
        datatype: 'semantic',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
      node(appellation, 'Appellation', appellation, {
        datatype: 'semantic',
        ontologyclass: crm('E41_Appellation'),
        sortorder: 0,
      }),
      node(name, 'Name', appellation, { ontologyclass: literalClass, sortorder: 0 }),
      node(nameType, 'Name Type', appellation, {
        datatype: 'concept',
        ontologyclass: crm('E55_Type'),
        sortorder: 1,
      }),
      node(place, 'Place', place, {
        datatype: 'semantic',
        ontologyclass: crm('E53_Place'),
        sortorder: 1,
      }),
      node(geometry, 'Geometry', place, {
        datatype: 'geojson-feature-collection',
        ontologyclass: literalClass,
        sortorder: 0,
      }),
      node(sightings, 'Seen', sightings, {
        datatype: 'date',
        ontologyclass: 'http://www.w3.org/2001/XMLSchema#dateTime',
        sortorder: 1,
      }),
      ...(additions.nodes ?? []),
    ],
    edges: [
      edge(nodes.mill, appellation, crm('P1_is_identified_by')),
      edge(appellation, name, crm('P3_has_note')),
      edge(appellation, nameType, crm('P2_has_type')),
      edge(nodes.mill, place, crm('P53_has_former_or_current_location')),
      edge(place, geometry, crm('P168_place_is_defined_by')),
      edge(place, sightings, crm('P160_has_temporal_projection')),
      ...(additions.edges ?? []),
    ],
    nodegroups: [
      { nodegroupid: appellation, cardinality: 'n', parentnodegroup_id: null },
      { nodegroupid: place, cardinality: '1', parentnodegroup_id: null },
      { nodegroupid: sightings, cardinality: 'n', parentnodegroup_id: place },
      ...(additions.nodegroups ?? []),
    ],
    cards: [],
  };
}

/** Parses and compiles a valid graph document. */
export function compiled(document: unknown): CompiledGraph {
  const { graphs, problems } = readGraphDocument(document);
  const [graph] = graphs;
  if (graph === undefined) throw new Error(JSON.stringify(problems));
  return compileGraph(graph);
}

/** Creates a tile; `number` determines its id. */
export function tile(
  number: number,
  nodegroupId: string,
  data: Readonly<Record<string, unknown>>,
  parent: number | null = null,
): TreeTile {
  return {
    tileId: id(1000 + number),
    nodegroupId,
    parentTileId: parent === null ? null : id(1000 + parent),
    data,
  };
}

export const pointCollection = {
  type: 'FeatureCollection',
  features: [
    {
      id: id(400),
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [1.5, 52] },
    },
  ],
};

/** The tiles of the Old Mill: two names, a place, and a sighting there. */
export const millTiles: readonly TreeTile[] = [
  tile(1, nodes.appellation, {
    [nodes.name]: 'Old Mill',
    [nodes.nameType]: primaryTypeConcept.valueId,
  }),
  tile(2, nodes.appellation, { [nodes.name]: 'Mill House', [nodes.nameType]: null }),
  tile(3, nodes.place, { [nodes.geometry]: pointCollection }),
  tile(4, nodes.sightings, { [nodes.sightings]: '1850-01-01' }, 3),
];

export const tileUri = (number: number, nodeId: string): string =>
  `${base}/tile/${id(1000 + number)}/node/${nodeId}`;

/** The content of a resource instance, from which both shapes are built. */
export function contentOf(
  graph: CompiledGraph,
  tiles: readonly TreeTile[],
  concepts: Readonly<Record<string, ReferencedConcept>> = {
    [primaryTypeConcept.valueId]: primaryConcept,
  },
): ResourceContent {
  return {
    baseUrl: base,
    language: 'en',
    graph,
    resourceId,
    root: buildResourceTree(graph, tiles),
    referenced: { concept: (valueId) => concepts[valueId], resource: () => undefined },
  };
}
