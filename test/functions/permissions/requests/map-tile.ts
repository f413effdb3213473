import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import { listReadableSentinels } from '../../../support/world/texts.ts';
import { listNodegroups, worldLanguages, type World } from '../../../support/world/world.ts';
import { readableFeatures } from '../features.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
} from '../walk-request.ts';
import {
  tileColumnSentinels,
  tileJsonMiddle,
  tileJsonSentinels,
  worldCollections,
  type WorldCollection,
} from './ogc.ts';

/** What a tile of some geometry nodes shows: the ids and names of what has a readable geometry. */
function expectedTile(
  world: World,
  access: Access,
  nodeIds: readonly string[],
  emptyStatus: 204 | 404,
): ExpectedAnswer {
  const features = nodeIds.flatMap((node) => readableFeatures(world, access, { node }));
  const resources = [...new Set(features.map(({ resource }) => resource))];
  const namesIn = (languages: readonly (typeof worldLanguages)[number][]): readonly string[] =>
    resources.flatMap((resource) =>
      languages.flatMap((language) =>
        listReadableSentinels(world, access, resource, 'name', language),
      ),
    );
  const models = world.models.filter(({ graphId }) => access.mayKnowModel(graphId));
  return {
    status: features.length === 0 ? emptyStatus : 200,
    sentinels: new Set([
      ...resources.map(({ id }) => id),
      ...features.map(({ nodeId }) => nodeId),
      ...namesIn(['en-US']),
    ]),
    mayShow: new Set([
      ...namesIn(worldLanguages),
      ...models.flatMap(({ graphId, slug }) => [...sentinelsOf(graphId), ...sentinelsOf(slug)]),
    ]),
  };
}

/** GET /ogc/tiles/…, and its ending as clients ask for it again. */
const tileRequests: ChooseRequests = (world) => [
  {
    path: '/ogc/tiles/WebMercatorQuad/0/0/0',
    expected: (access) =>
      expectedTile(
        world,
        access,
        geometryNodes(world).map(({ id }) => id),
        204,
      ),
  },
];

const geometryNodes = (world: World) =>
  listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes
      .filter(({ datatype }) => datatype === 'geojson-feature-collection')
      .map(({ id }) => ({ id, nodegroup })),
  );

/** GET /mvt/…: an empty tile looks like a node that does not exist. */
const nodeTileRequests: ChooseRequests = (world, turn) =>
  rotate(geometryNodes(world), turn, 2).map(({ id }) => ({
    path: `/mvt/${id}/0/0/0.pbf`,
    expected: (access) => {
      const tile = expectedTile(world, access, [id], 404);
      return tile.status === 200 ? tile : { ...tile, sameAs: `/mvt/${unknownId}/0/0/0.pbf` };
    },
  }));

const collectionRequests =
  (
    suffix: string,
    expected: (world: World, access: Access, collection: WorldCollection) => ExpectedAnswer,
  ): ChooseRequests =>
  (world, turn) =>
    rotate(worldCollections(world), turn, 3).map((collection) => ({
      path: `/ogc/collections/${collection.slug}/tiles${suffix}`,
      expected: (access) =>
        geometryNodes(world).some(
          ({ id, nodegroup }) => collection.nodeIds.includes(id) && access.mayRead(nodegroup.id),
        )
          ? expected(world, access, collection)
          : { status: 404, sentinels: new Set(), sameAs: `/ogc/collections/none/tiles${suffix}` },
    }));

/** What a tile of a collection shows: what every tile shows, and the values of the readable columns. */
function expectedCollectionTile(
  world: World,
  access: Access,
  { slug, nodeIds }: WorldCollection,
): ExpectedAnswer {
  const tile = expectedTile(world, access, nodeIds, 204);
  const columns = tileColumnSentinels(world, access, slug);
  return { ...tile, sentinels: new Set([...tile.sentinels, ...columns]) };
}

/** GET /ogc/tiles/WebMercatorQuad: the models with a readable geometry node. */
const tilesetRequests: ChooseRequests = (world) => [
  {
    path: '/ogc/tiles/WebMercatorQuad',
    expected: (access) => {
      const graphIds = new Set(
        geometryNodes(world)
          .filter(({ nodegroup }) => access.mayRead(nodegroup.id))
          .map(({ nodegroup }) => nodegroup.graphId),
      );
      const models = world.models.filter(({ graphId }) => graphIds.has(graphId));
      return {
        status: 200,
        sentinels: new Set(models.flatMap(({ slug }) => sentinelsOf(slug))),
        mayShow: new Set(models.flatMap((model) => sentinelsOf(model))),
      };
    },
  },
];

export const requests: RequestsByOperation = {
  'get-ogc-tile': tileRequests,
  'get-node-tile': nodeTileRequests,
  'get-ogc-tileset': tilesetRequests,
  'get-ogc-collection-tile': collectionRequests('/WebMercatorQuad/0/0/0', expectedCollectionTile),
  'list-ogc-collection-tilesets': collectionRequests('', () => ({
    status: 200,
    sentinels: new Set(),
  })),
  'get-ogc-collection-tileset': collectionRequests(
    '/WebMercatorQuad?format=tilejson',
    (world, access, { slug }) => ({
      status: 200,
      sentinels: new Set(tileJsonSentinels(world, access, slug)),
      mayShow: new Set(tileJsonMiddle(world, access, slug)),
    }),
  ),
};
