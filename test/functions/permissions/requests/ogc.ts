import type { Access } from '../../../support/world/access.ts';
import type { SpatialView } from '../../../../lib/model/spatial-views/spatial-view.ts';
import { readableFeatures, displaySentinels } from '../features.ts';
import {
  rotate,
  type RequestsOf,
  type ExpectedAnswer,
  type WalkRequest,
  type RequestsByOperation,
} from '../walk-request.ts';
import {
  readableTiles,
  nodegroupsOf,
  type WorldNode,
  type WorldNodegroup,
  type World,
} from '../../../support/world/world.ts';

type Placed = { readonly nodegroup: WorldNodegroup; readonly node: WorldNode };

/** A layer: a node with geometries, and the nodes that are its columns. */
type Layer = {
  readonly view: SpatialView;
  readonly geometry: Placed;
  readonly columns: readonly Placed[];
};

/** Datatypes whose columns show display values. */
const asInWords: ReadonlySet<string> = new Set([
  'string',
  'number',
  'date',
  'concept',
  'concept-list',
]);

function layersIn(world: World): readonly Layer[] {
  const placed = nodegroupsOf(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
  return placed
    .filter(({ node }) => node.datatype === 'geojson-feature-collection')
    .map((geometry) => {
      const columns = placed.filter(
        ({ nodegroup, node }) =>
          nodegroup.graphId === geometry.nodegroup.graphId && asInWords.has(node.datatype),
      );
      return { view: viewOf(geometry.node, columns), geometry, columns };
    });
}

function viewOf({ id }: WorldNode, columns: readonly Placed[]): SpatialView {
  return {
    spatialViewId: id.replace(/^b/, '2'),
    slug: `layer_${Number(id.slice(-12))}`,
    schema: 'public',
    description: '',
    geometryNodeId: id,
    language: 'en-US',
    isActive: true,
    isMixedGeometryTypes: true,
    attributeNodes: columns.map(({ node }) => ({ nodeid: node.id, description: '' })),
  };
}

/** The active spatial views of a world. */
export function worldLayers(world: World): readonly SpatialView[] {
  return layersIn(world).map(({ view }) => view);
}

/** The type of geometries of a collection; undefined for the whole layer. */
type OfType = { readonly type?: 'Point' | 'LineString' };

/** The geometries that a caller sees in a collection, with their tiles and resource instances. */
function shownIn(world: World, access: Access, { geometry: { node } }: Layer, ofType: OfType) {
  const shown = readableFeatures(world, access, { node: node.id, ...ofType });
  return {
    resources: [...new Set(shown.map(({ resource }) => resource))],
    tiles: [...new Set(shown.map(({ tile }) => tile))],
    coordinates: shown.flatMap(({ feature }) => feature.coordinates),
    count: shown.length,
  };
}

/** The longitudes of the box around the visible features; all latitudes are equal. */
function extentOf(world: World, access: Access, layer: Layer, ofType: OfType): readonly string[] {
  const longitudes = shownIn(world, access, layer, ofType).coordinates.map(Number);
  return longitudes.length === 0
    ? []
    : [Math.min(...longitudes), Math.max(...longitudes)].map(String);
}

const ofTypes: readonly OfType[] = [{}, { type: 'Point' }, { type: 'LineString' }];

const idOf = ({ view }: Layer, { type }: OfType): string =>
  type === undefined ? view.slug : `${view.slug}_${type.toLowerCase()}`;

const path = (layer: Layer, ofType: OfType, behind = ''): string =>
  `/ogc/collections/${idOf(layer, ofType)}${behind}`;

/** The collections of a layer that are listed: also one of each type, where the layer has several types. */
function listedOf(world: World, access: Access, layer: Layer): readonly OfType[] {
  const found = ofTypes.filter((one) => shownIn(world, access, layer, one).count > 0);
  return found.length === ofTypes.length ? ofTypes : [{}];
}

function unknown(behind = ''): ExpectedAnswer {
  return { status: 404, sentinels: new Set(), sameAs: `/ogc/collections/none${behind}` };
}

/** GET /ogc/collections. */
const listRequests: RequestsOf = (world) => [
  {
    path: '/ogc/collections',
    expected: (access) => {
      const [seen, unseen] = [true, false].map((is) =>
        layersIn(world).filter((layer) => access.mayRead(layer.geometry.nodegroup.id) === is),
      );
      return {
        status: 200,
        sentinels: new Set(
          seen?.flatMap((layer) =>
            listedOf(world, access, layer).flatMap((one) => extentOf(world, access, layer, one)),
          ),
        ),
        includes:
          seen?.flatMap((layer) =>
            listedOf(world, access, layer).map((one) => `"id":"${idOf(layer, one)}"`),
          ) ?? [],
        excludes: unseen?.map(({ view }) => `"id":"${view.slug}`) ?? [],
      };
    },
  },
];

/** GET /ogc/collections/{collectionId}. */
const collectionRequests: RequestsOf = (world, turn) =>
  rotate(layersIn(world), turn, 2).flatMap((layer) =>
    ofTypes.map((ofType) => ({
      path: path(layer, ofType),
      expected: (access) =>
        access.mayRead(layer.geometry.nodegroup.id)
          ? { status: 200, sentinels: new Set(extentOf(world, access, layer, ofType)) }
          : unknown(),
    })),
  );

/** GET /ogc/collections/{collectionId}/items. */
const itemsRequests: RequestsOf = (world, turn) =>
  rotate(layersIn(world), turn, 2).flatMap((layer, place): readonly WalkRequest[] => {
    const behind = turn % 2 === 0 ? '/items' : '/items?count=exact&limit=10000';
    const ofType = ofTypes[(turn + place) % ofTypes.length] ?? {};
    return [{}, ofType].map((one) => ({
      path: path(layer, one, behind),
      expected: (access) =>
        access.mayRead(layer.geometry.nodegroup.id)
          ? inItems(world, access, layer, one)
          : unknown(behind),
    }));
  });

function inItems(world: World, access: Access, layer: Layer, ofType: OfType): ExpectedAnswer {
  const { resources, tiles, coordinates, count } = shownIn(world, access, layer, ofType);
  const columns = layer.columns.filter(({ nodegroup }) => access.mayRead(nodegroup.id));
  const values = resources.flatMap((resource) =>
    readableTiles(access, resource).flatMap((tile) =>
      columns.flatMap(({ node }) => {
        const value = tile.values[node.id];
        return value === undefined ? [] : displaySentinels(world, access, value, 'en-US');
      }),
    ),
  );
  const names = columns.map(({ node }) => node.name.toLowerCase().replace(' ', '_'));
  return {
    status: 200,
    sentinels: new Set([
      ...resources.map(({ id }) => id),
      ...tiles.map(({ id }) => id),
      ...(tiles.length === 0 ? [] : [layer.geometry.node.id, ...names]),
      ...coordinates,
      ...values,
    ]),
    includes: [`"numberMatched":${count},`],
  };
}

/**
 * GET /ogc/collections/{collectionId}/items/{featureId}. The database chooses feature numbers, so this asks for one that does not exist.
 */
const itemRequests: RequestsOf = (world, turn) =>
  rotate(layersIn(world), turn, 1).map((layer) => ({
    path: path(layer, {}, '/items/2147483647'),
    expected: () => ({ status: 404, sentinels: new Set() }),
  }));

export const requests: RequestsByOperation = {
  'list-ogc-collections': listRequests,
  'get-ogc-collection': collectionRequests,
  'list-ogc-items': itemsRequests,
  'get-ogc-item': itemRequests,
};
