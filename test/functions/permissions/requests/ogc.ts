import { sentinelsOf } from '../../../support/world/sentinels.ts';
import { systemSettingsGraph, type Access } from '../../../support/world/access.ts';
import { listReadableSentinels } from '../../../support/world/texts.ts';
import type { SpatialView } from '../../../../lib/model/spatial-views/spatial-view.ts';
import { readableFeatures, displaySentinels } from '../features.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type WalkRequest,
  type RequestsByOperation,
} from '../walk-request.ts';
import {
  listReadableTiles,
  listNodegroups,
  type WorldNode,
  type WorldNodegroup,
  type World,
  type WorldResource,
} from '../../../support/world/world.ts';

type PlacedNode = { readonly nodegroup: WorldNodegroup; readonly node: WorldNode };

/** A layer: nodes with geometries, and the nodes that are its columns. */
type Layer = {
  readonly slug: string;
  readonly geometries: readonly PlacedNode[];
  readonly columns: readonly PlacedNode[];
  /** Whether its features show the names of their resource instances. */
  readonly hasNames: boolean;
};

/** Datatypes whose columns show display values. */
const displayedDatatypes: ReadonlySet<string> = new Set([
  'string',
  'number',
  'date',
  'concept',
  'concept-list',
]);

const placeNodes = (world: World): readonly PlacedNode[] =>
  listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );

const isGeometry = ({ node }: PlacedNode): boolean =>
  node.datatype === 'geojson-feature-collection';

/** The layers of spatial views, each of one node, then those of models. Each nodegroup has several tiles, so models have no columns. */
function layersIn(world: World): readonly Layer[] {
  const placedNodes = placeNodes(world);
  const ofViews = placedNodes.filter(isGeometry).map((geometry) => ({
    slug: slugOf(geometry.node),
    geometries: [geometry],
    columns: columnsOf(placedNodes, geometry),
    hasNames: false,
  }));
  const ofModels = world.models.flatMap(({ graphId, slug }) => {
    const geometries = placedNodes.filter(
      (placed) => placed.nodegroup.graphId === graphId && isGeometry(placed),
    );
    return geometries.length === 0 || graphId === systemSettingsGraph
      ? []
      : [{ slug, geometries, columns: [], hasNames: true }];
  });
  return [...ofViews, ...ofModels];
}

/** The columns of a spatial view. */
const columnsOf = (
  placedNodes: readonly PlacedNode[],
  { nodegroup }: PlacedNode,
): readonly PlacedNode[] =>
  placedNodes.filter(
    (placed) =>
      placed.nodegroup.graphId === nodegroup.graphId &&
      displayedDatatypes.has(placed.node.datatype),
  );

/** The slug of the spatial view of a node. All have one length, so that none begins with another. */
const slugOf = ({ id }: WorldNode): string => `layer_${id.slice(-6)}`;

/** Whether a caller may read some geometry of a layer. */
const mayRead = (access: Access, { geometries }: Layer): boolean =>
  geometries.some(({ nodegroup }) => access.mayRead(nodegroup.id));

function viewOf(node: WorldNode, columns: readonly PlacedNode[]): SpatialView {
  const { id } = node;
  return {
    spatialViewId: id.replace(/^b/, '2'),
    slug: slugOf(node),
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
  const placedNodes = placeNodes(world);
  return placedNodes
    .filter(isGeometry)
    .map((geometry) => viewOf(geometry.node, columnsOf(placedNodes, geometry)));
}

/** A collection with its geometry nodes. */
export type WorldCollection = { readonly slug: string; readonly nodeIds: readonly string[] };

/** The collections of a world, without those of a type of geometries. */
export function worldCollections(world: World): readonly WorldCollection[] {
  return layersIn(world).map(({ slug, geometries }) => ({
    slug,
    nodeIds: geometries.map(({ node }) => node.id),
  }));
}

/** The type of geometries of a collection; undefined for the whole layer. */
type TypeFilter = { readonly type?: 'Point' | 'LineString' };

/** The geometries that a caller sees in a collection, with their tiles and resource instances. */
function visibleContents(
  world: World,
  access: Access,
  { geometries }: Layer,
  typeFilter: TypeFilter,
) {
  const visibleFeatures = geometries.flatMap(({ node }) =>
    readableFeatures(world, access, { node: node.id, ...typeFilter }),
  );
  return {
    nodes: [...new Set(visibleFeatures.map(({ nodeId }) => nodeId))],
    resources: [...new Set(visibleFeatures.map(({ resource }) => resource))],
    tiles: [...new Set(visibleFeatures.map(({ tile }) => tile))],
    coordinates: visibleFeatures.flatMap(({ feature }) => feature.coordinates),
    count: visibleFeatures.length,
  };
}

/** The longitudes of the box around the visible features; all latitudes are equal. */
function extentOf(
  world: World,
  access: Access,
  layer: Layer,
  typeFilter: TypeFilter,
): readonly string[] {
  const longitudes = visibleContents(world, access, layer, typeFilter).coordinates.map(Number);
  return longitudes.length === 0
    ? []
    : [Math.min(...longitudes), Math.max(...longitudes)].map(String);
}

const typeFilters: readonly TypeFilter[] = [{}, { type: 'Point' }, { type: 'LineString' }];

const collectionId = ({ slug }: Layer, { type }: TypeFilter): string =>
  type === undefined ? slug : `${slug}_${type.toLowerCase()}`;

const collectionPath = (layer: Layer, typeFilter: TypeFilter, suffix = ''): string =>
  `/ogc/collections/${collectionId(layer, typeFilter)}${suffix}`;

/** The listed collections of a layer: the whole layer, and one for each type if features of all types are visible. */
function listedTypes(world: World, access: Access, layer: Layer): readonly TypeFilter[] {
  const filledTypes = typeFilters.filter(
    (one) => visibleContents(world, access, layer, one).count > 0,
  );
  return filledTypes.length === typeFilters.length ? typeFilters : [{}];
}

function unknownCollectionAnswer(suffix = ''): ExpectedAnswer {
  return { status: 404, sentinels: new Set(), sameAs: `/ogc/collections/none${suffix}` };
}

/** GET /ogc/collections. */
const listRequests: ChooseRequests = (world) => [
  {
    path: '/ogc/collections',
    expected: (access) => {
      const [readableLayers, unreadableLayers] = [true, false].map((isReadable) =>
        layersIn(world).filter((layer) => mayRead(access, layer) === isReadable),
      );
      return {
        status: 200,
        sentinels: new Set(
          readableLayers?.flatMap((layer) =>
            listedTypes(world, access, layer).flatMap((one) => extentOf(world, access, layer, one)),
          ),
        ),
        includes:
          readableLayers?.flatMap((layer) =>
            listedTypes(world, access, layer).map((one) => `"id":"${collectionId(layer, one)}"`),
          ) ?? [],
        excludes: unreadableLayers?.map(({ slug }) => `"id":"${slug}`) ?? [],
      };
    },
  },
];

/** GET /ogc/collections/{collectionId}. */
const collectionRequests: ChooseRequests = (world, turn) =>
  rotate(layersIn(world), turn, 2).flatMap((layer) =>
    typeFilters.map((typeFilter) => ({
      path: collectionPath(layer, typeFilter),
      expected: (access) =>
        mayRead(access, layer)
          ? { status: 200, sentinels: new Set(extentOf(world, access, layer, typeFilter)) }
          : unknownCollectionAnswer(),
    })),
  );

/** GET /ogc/collections/{collectionId}/items. */
const itemsRequests: ChooseRequests = (world, turn) =>
  rotate(layersIn(world), turn, 2).flatMap((layer, layerIndex): readonly WalkRequest[] => {
    const suffix = turn % 2 === 0 ? '/items' : '/items?count=exact&limit=10000';
    const typeFilter = typeFilters[(turn + layerIndex) % typeFilters.length] ?? {};
    return [{}, typeFilter].map((filter) => ({
      path: collectionPath(layer, filter, suffix),
      expected: (access) =>
        mayRead(access, layer)
          ? expectedItems(world, access, layer, filter)
          : unknownCollectionAnswer(suffix),
    }));
  });

/** The readable columns of a layer, by name, and their values in resource instances. */
function columnSentinels(
  world: World,
  access: Access,
  layer: Layer,
  resources: readonly WorldResource[],
) {
  const columns = layer.columns
    .filter(({ nodegroup }) => access.mayRead(nodegroup.id))
    .map(({ node }) => ({
      name: node.name.toLowerCase().replace(' ', '_'),
      values: resources.flatMap((resource) =>
        listReadableTiles(access, resource).flatMap((tile) => {
          const value = tile.values[node.id];
          return value === undefined ? [] : displaySentinels(world, access, value, 'en-US');
        }),
      ),
    }));
  return {
    values: columns.flatMap(({ values }) => values),
    columnNames: columns.map(({ name }) => name),
    shownColumnNames: columns.flatMap(({ name, values }) => (values.length === 0 ? [] : [name])),
  };
}

function findLayer(world: World, slug: string): Layer {
  const layer = layersIn(world).find((candidate) => candidate.slug === slug);
  if (layer === undefined) throw new Error(`There is no layer ${slug}.`);
  return layer;
}

/** What the columns of a collection show in its tiles: their values, and the names of those with a value. */
export function tileColumnSentinels(world: World, access: Access, slug: string): readonly string[] {
  const layer = findLayer(world, slug);
  const { resources } = visibleContents(world, access, layer, {});
  const { values, shownColumnNames } = columnSentinels(world, access, layer, resources);
  return [...values, ...shownColumnNames];
}

/** What the TileJSON of a collection shows: the names of its columns, and its bounds. */
export function tileJsonSentinels(world: World, access: Access, slug: string): readonly string[] {
  const layer = findLayer(world, slug);
  return [
    ...columnSentinels(world, access, layer, []).columnNames,
    ...extentOf(world, access, layer, {}),
  ];
}

/** The middle of the bounds in the TileJSON of a collection, which by chance can be the longitude of another feature. */
export function tileJsonMiddle(world: World, access: Access, slug: string): readonly string[] {
  const [west, east] = extentOf(world, access, findLayer(world, slug), {}).map(Number);
  return west === undefined || east === undefined ? [] : [String((west + east) / 2)];
}

function expectedItems(
  world: World,
  access: Access,
  layer: Layer,
  typeFilter: TypeFilter,
): ExpectedAnswer {
  const { resources, tiles, nodes, coordinates, count } = visibleContents(
    world,
    access,
    layer,
    typeFilter,
  );
  const { values, columnNames } = columnSentinels(world, access, layer, resources);
  const names = resources.flatMap((resource) =>
    listReadableSentinels(world, access, resource, 'name', 'en-US'),
  );
  return {
    status: 200,
    sentinels: new Set([
      ...resources.map(({ id }) => id),
      ...tiles.map(({ id }) => id),
      ...nodes,
      ...(tiles.length === 0 ? [] : columnNames),
      ...(layer.hasNames ? names : []),
      ...coordinates,
      ...values,
    ]),
    mayShowOnPage: new Set(names),
    includes: [`"numberMatched":${count},`],
  };
}

/** GET /ogc/collections/{collectionId}/queryables: the names of the readable columns, whatever their values. */
const queryablesRequests: ChooseRequests = (world, turn) =>
  rotate(layersIn(world), turn, 2).map((layer) => ({
    path: collectionPath(layer, {}, '/queryables'),
    expected: (access) =>
      mayRead(access, layer)
        ? {
            status: 200,
            sentinels: new Set(columnSentinels(world, access, layer, []).columnNames),
            // Properties with concepts list the labels of their collection, whether they are used or not.
            mayShow: new Set(sentinelsOf(world.thesaurus)),
          }
        : unknownCollectionAnswer('/queryables'),
  }));

/** GET /ogc/api: the paths of the readable collections, with the names of the readable columns. */
const descriptionRequests: ChooseRequests = (world) => [
  {
    path: '/ogc/api',
    expected: (access) => {
      const layers = layersIn(world).filter((layer) => mayRead(access, layer));
      return {
        status: 200,
        sentinels: new Set(
          layers.flatMap((layer) => columnSentinels(world, access, layer, []).columnNames),
        ),
        includes: layers.map(({ slug }) => `/collections/${slug}/items`),
      };
    },
  },
];

/**
 * GET /ogc/collections/{collectionId}/items/{featureId}. The database chooses the ids of features, so the request has an unknown id.
 */
const itemRequests: ChooseRequests = (world, turn) =>
  rotate(layersIn(world), turn, 1).map((layer) => ({
    path: collectionPath(layer, {}, '/items/2147483647'),
    expected: () => ({ status: 404, sentinels: new Set() }),
  }));

export const requests: RequestsByOperation = {
  'list-ogc-collections': listRequests,
  'get-ogc-collection': collectionRequests,
  'get-ogc-queryables': queryablesRequests,
  'get-ogc-api': descriptionRequests,
  'list-ogc-items': itemsRequests,
  'get-ogc-item': itemRequests,
};
