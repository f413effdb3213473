/** A UUID of version 4 that differs in its last digits. */
function id(number: number): string {
  return `6e0a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The graph of sites, which have a geometry, and the graph of the areas around them. */
export const benchGraphs = { site: id(1), area: id(2) };

/** Two nodegroups of sites with one tile each: the place, and the record, whose values become properties. */
export const benchNodegroups = { place: id(10), record: id(11), area: id(20) };

/** The geometry of a site, the five properties of its record, and the name of an area. */
export const benchNodes = {
  site: id(30),
  geometry: id(31),
  name: id(32),
  type: id(33),
  area: id(34),
  height: id(35),
  visited: id(36),
  areaRoot: id(37),
  areaName: id(38),
};

const collection = id(40);

/** A node of a graph file. */
export function node(nodeId: string, name: string, datatype: string, nodegroupId: string | null) {
  return {
    nodeid: nodeId,
    name,
    datatype,
    nodegroup_id: nodegroupId,
    istopnode: nodegroupId === null,
    config: datatype === 'concept' ? { rdmCollection: collection } : {},
  };
}

/** An edge of a graph file. */
export function edge(from: string, to: string) {
  return { domainnode_id: from, rangenode_id: to, ontologyproperty: null };
}

/** A nodegroup of a graph file. */
export function nodegroup(nodegroupId: string) {
  return { nodegroupid: nodegroupId, cardinality: '1', parentnodegroup_id: null };
}

const { place, record } = benchNodegroups;

/** The graph file of both models. */
export const benchGraphDocument = {
  graph: [
    {
      graphid: benchGraphs.site,
      name: 'Site',
      isresource: true,
      nodes: [
        node(benchNodes.site, 'Site', 'semantic', null),
        node(place, 'Place', 'semantic', place),
        node(benchNodes.geometry, 'Geometry', 'geojson-feature-collection', place),
        node(record, 'Record', 'semantic', record),
        node(benchNodes.name, 'Name', 'string', record),
        node(benchNodes.type, 'Type', 'concept', record),
        node(benchNodes.area, 'Area', 'resource-instance', record),
        node(benchNodes.height, 'Height', 'number', record),
        node(benchNodes.visited, 'Visited', 'date', record),
      ],
      edges: [
        edge(benchNodes.site, place),
        edge(place, benchNodes.geometry),
        edge(benchNodes.site, record),
        ...[
          benchNodes.name,
          benchNodes.type,
          benchNodes.area,
          benchNodes.height,
          benchNodes.visited,
        ].map((to) => edge(record, to)),
      ],
      nodegroups: [nodegroup(place), nodegroup(record)],
      cards: [],
    },
    {
      graphid: benchGraphs.area,
      name: 'Area',
      isresource: true,
      nodes: [
        node(benchNodes.areaRoot, 'Area', 'semantic', null),
        node(benchNodegroups.area, 'Appellation', 'semantic', benchNodegroups.area),
        node(benchNodes.areaName, 'Area Name', 'string', benchNodegroups.area),
      ],
      edges: [
        edge(benchNodes.areaRoot, benchNodegroups.area),
        edge(benchNodegroups.area, benchNodes.areaName),
      ],
      nodegroups: [nodegroup(benchNodegroups.area)],
      cards: [],
    },
  ],
};
