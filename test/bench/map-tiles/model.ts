import { edge, node, nodegroup } from '../geojson/data/model.ts';

/** A UUID of version 4 that differs in its last digits. */
function id(number: number): string {
  return `711e0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The models of the bench, each with a nodegroup of names and one of places, and its share of the features. */
export const mapTileModels = [0.01, 0.99].map((share, position) => ({
  graphId: id(100 + position),
  rootId: id(200 + position),
  nameId: id(300 + position),
  placeId: id(400 + position),
  share,
}));

/** The graph file of all models. */
export const tileGraphDocument = {
  graph: mapTileModels.map(({ graphId, rootId, nameId, placeId }, position) => ({
    graphid: graphId,
    name: `Model ${position}`,
    isresource: true,
    nodes: [
      node(rootId, 'Root', 'semantic', null),
      node(nameId, 'Name', 'string', nameId),
      node(placeId, 'Place', 'geojson-feature-collection', placeId),
    ],
    edges: [edge(rootId, nameId), edge(rootId, placeId)],
    nodegroups: [nodegroup(nameId), nodegroup(placeId)],
    cards: [],
  })),
};
