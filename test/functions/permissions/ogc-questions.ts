import type { SpatialView } from '../../../lib/model/spatial-views/spatial-view.ts';
import { featuresShownTo, inWords } from './features.ts';
import { inTurn, type Asking, type Expected, type Question, type Questions } from './question.ts';
import { mayRead, readableTiles } from './rules.ts';
import { nodegroupsOf, type Caller, type Node, type Nodegroup, type World } from './world.ts';

type Placed = { readonly nodegroup: Nodegroup; readonly node: Node };

/** A layer of a world: a node with geometries, and nodes that are its columns. */
type Layer = {
  readonly view: SpatialView;
  readonly geometry: Placed;
  readonly columns: readonly Placed[];
};

/** Datatypes of which a column shows what is shown in words. */
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

function viewOf({ id }: Node, columns: readonly Placed[]): SpatialView {
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

/** The spatial views of a world that are layers, as they are stored. */
export function layersOf(world: World): readonly SpatialView[] {
  return layersIn(world).map(({ view }) => view);
}

/** A type of geometries of which a layer has a collection; none for the layer itself. */
type OfType = { readonly type?: 'Point' | 'LineString' };

/** The sentinels of the geometries that a caller is shown in a collection, with what each belongs to. */
function shownIn(world: World, caller: Caller, { geometry: { node } }: Layer, ofType: OfType) {
  const shown = featuresShownTo(world, caller, { node: node.id, ...ofType });
  return {
    resources: [...new Set(shown.map(({ resource }) => resource))],
    tiles: [...new Set(shown.map(({ tile }) => tile))],
    coordinates: shown.flatMap(({ feature }) => feature.coordinates),
    count: shown.length,
  };
}

/** A box around what is shown, of which the latitudes are the same for all. */
function extentOf(world: World, caller: Caller, layer: Layer, ofType: OfType): readonly string[] {
  const longitudes = shownIn(world, caller, layer, ofType).coordinates.map(Number);
  return longitudes.length === 0
    ? []
    : [Math.min(...longitudes), Math.max(...longitudes)].map(String);
}

const maySee = (world: World, caller: Caller, { geometry }: Layer): boolean =>
  mayRead(world, caller, geometry.nodegroup);

const ofTypes: readonly OfType[] = [{}, { type: 'Point' }, { type: 'LineString' }];

const idOf = ({ view }: Layer, { type }: OfType): string =>
  type === undefined ? view.slug : `${view.slug}_${type.toLowerCase()}`;

const path = (layer: Layer, ofType: OfType, behind = ''): string =>
  `/ogc/collections/${idOf(layer, ofType)}${behind}`;

/** The collections of a layer that are listed to a caller: of each type too, where there are several. */
function listedOf(world: World, caller: Caller, layer: Layer): readonly OfType[] {
  const found = ofTypes.filter((one) => shownIn(world, caller, layer, one).count > 0);
  return found.length === ofTypes.length ? ofTypes : [{}];
}

function unknown(behind = ''): Expected {
  return { status: 404, sentinels: new Set(), like: `/ogc/collections/none${behind}` };
}

/** GET /ogc/collections. */
const listQuestions: Asking = (world) => [
  {
    path: '/ogc/collections',
    expected: (caller) => {
      const [seen, unseen] = [true, false].map((is) =>
        layersIn(world).filter((layer) => maySee(world, caller, layer) === is),
      );
      return {
        status: 200,
        sentinels: new Set(
          seen?.flatMap((layer) =>
            listedOf(world, caller, layer).flatMap((one) => extentOf(world, caller, layer, one)),
          ),
        ),
        says:
          seen?.flatMap((layer) =>
            listedOf(world, caller, layer).map((one) => `"id":"${idOf(layer, one)}"`),
          ) ?? [],
        lacks: unseen?.map(({ view }) => `"id":"${view.slug}`) ?? [],
      };
    },
  },
];

/** GET /ogc/collections/{collectionId}. */
const collectionQuestions: Asking = (world, turn) =>
  inTurn(layersIn(world), turn, 2).flatMap((layer) =>
    ofTypes.map((ofType) => ({
      path: path(layer, ofType),
      expected: (caller) =>
        maySee(world, caller, layer)
          ? { status: 200, sentinels: new Set(extentOf(world, caller, layer, ofType)) }
          : unknown(),
    })),
  );

/** GET /ogc/collections/{collectionId}/items. */
const itemsQuestions: Asking = (world, turn) =>
  inTurn(layersIn(world), turn, 2).flatMap((layer, place): readonly Question[] => {
    const behind = turn % 2 === 0 ? '/items' : '/items?count=exact&limit=10000';
    const ofType = ofTypes[(turn + place) % ofTypes.length] ?? {};
    return [{}, ofType].map((one) => ({
      path: path(layer, one, behind),
      expected: (caller) =>
        maySee(world, caller, layer) ? inItems(world, caller, layer, one) : unknown(behind),
    }));
  });

function inItems(world: World, caller: Caller, layer: Layer, ofType: OfType): Expected {
  const { resources, tiles, coordinates, count } = shownIn(world, caller, layer, ofType);
  const columns = layer.columns.filter(({ nodegroup }) => mayRead(world, caller, nodegroup));
  const values = resources.flatMap((resource) =>
    readableTiles(world, caller, resource).flatMap((tile) =>
      columns.flatMap(({ node }) => {
        const value = tile.values[node.id];
        return value === undefined ? [] : inWords(world, caller, value, 'en-US');
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
    says: [`"numberMatched":${count},`],
  };
}

/** GET /ogc/collections/{collectionId}/items/{featureId}: nobody knows what numbers features have, but for one that none has. */
const itemQuestions: Asking = (world, turn) =>
  inTurn(layersIn(world), turn, 1).map((layer) => ({
    path: path(layer, {}, '/items/2147483647'),
    expected: () => ({ status: 404, sentinels: new Set() }),
  }));

export const questions: Questions = {
  'list-ogc-collections': listQuestions,
  'get-ogc-collection': collectionQuestions,
  'list-ogc-items': itemsQuestions,
  'get-ogc-item': itemQuestions,
};
