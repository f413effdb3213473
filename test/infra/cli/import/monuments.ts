import { edge, graphDocument, id, NAME, node, PLACE, ROOT, TYPE } from './graphs/example.ts';

/*
 * A model with nodes of most kinds, and records of it. Below the root are name (with a type), place, measure (a number)
 * and relation; below name is note, with cardinality 1.
 */

export const GRAPH = id(100);
export const MEASURE = id(5);
export const NOTE = id(6);
export const RELATION = id(7);
export const BRANCH = id(200);

export const resourceId = (number: number): string => id(1000 + number);
export const tileId = (number: number): string => id(10_000 + number);

type Json = Record<string, unknown>;

/** The graph of the model. @param changes members to replace or add */
export function monumentGraph(changes: Json = {}): Json {
  return graphDocument({
    nodes: [
      node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
      node(NAME, 'Name', NAME),
      node(TYPE, 'Name Type', NAME, { datatype: 'concept' }),
      node(PLACE, 'Place', PLACE, { datatype: 'geojson-feature-collection' }),
      node(MEASURE, 'Measure', MEASURE, { datatype: 'number' }),
      node(NOTE, 'Note', NOTE),
      node(RELATION, 'Related', RELATION, { datatype: 'resource-instance' }),
    ],
    edges: [
      edge(ROOT, NAME),
      edge(NAME, TYPE),
      edge(ROOT, PLACE),
      edge(ROOT, MEASURE),
      edge(NAME, NOTE),
      edge(ROOT, RELATION),
    ],
    nodegroups: [
      { nodegroupid: NAME, cardinality: 'n', parentnodegroup_id: null },
      { nodegroupid: PLACE, cardinality: 'n' },
      { nodegroupid: MEASURE, cardinality: 'n' },
      { nodegroupid: NOTE, cardinality: '1', parentnodegroup_id: NAME },
      { nodegroupid: RELATION, cardinality: 'n' },
    ],
    ...changes,
  });
}

export function branchGraph(): Json {
  return graphDocument({
    graphid: BRANCH,
    name: 'Branch',
    isresource: false,
    nodes: [node(id(201), 'Branch', null, { istopnode: true, datatype: 'semantic' })],
    edges: [],
    nodegroups: [],
  });
}

/** A tile as exports write it. */
export function tile(number: number, nodegroup: string, data: Json, more: Json = {}): Json {
  return {
    tileid: tileId(number),
    nodegroup_id: nodegroup,
    parenttile_id: null,
    sortorder: 0,
    data,
    ...more,
  };
}

/** A record in the nested layout of exports. */
export function monument(number: number, tiles: readonly unknown[] = [], more: Json = {}): Json {
  return {
    resourceinstance: {
      resourceinstanceid: resourceId(number),
      graph_id: GRAPH,
      legacyid: null,
      ...more,
    },
    tiles,
  };
}

/** A record with one name. Its tile has the same number. */
export function namedMonument(number: number, name: unknown): Json {
  return monument(number, [tile(number, NAME, { [NAME]: name })]);
}
