import type { SpatialView } from '../../../lib/model/spatial-views/spatial-view.ts';
import { inTurn, type Asking, type Expected, type Questions } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { mayDoEverything, mayRead, mayReadAnything } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import { nodegroupsOf, type Caller, type Node, type Nodegroup, type World } from './world.ts';

type Placed = { readonly nodegroup: Nodegroup; readonly node: Node };

/** A spatial view of a world, with where its nodes are. */
type PlacedView = {
  readonly view: SpatialView;
  readonly geometry: Placed;
  readonly attributes: readonly Placed[];
};

/** One spatial view for each node with geometries, of all other values of its model. They are not active: here nobody asks the database for views. */
function placedViews(world: World): readonly PlacedView[] {
  const placed = nodegroupsOf(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
  return placed
    .filter(({ node }) => isGeometry(node))
    .map((geometry) => {
      const attributes = placed.filter(
        ({ nodegroup, node }) =>
          nodegroup.graphId === geometry.nodegroup.graphId &&
          !isGeometry(node) &&
          node.datatype !== 'semantic',
      );
      return { view: viewOf(geometry.node, attributes), geometry, attributes };
    });
}

const isGeometry = ({ datatype }: Node): boolean => datatype === 'geojson-feature-collection';

function viewOf({ id }: Node, attributes: readonly Placed[]): SpatialView {
  return {
    spatialViewId: id.replace(/^b/, '8'),
    slug: `view_${id.slice(-12)}`,
    schema: 'public',
    description: '',
    geometryNodeId: id,
    language: 'en-US',
    isActive: false,
    isMixedGeometryTypes: false,
    attributeNodes: attributes.map(({ node }) => ({ nodeid: node.id, description: node.name })),
  };
}

/** The spatial views of a world, as they are stored. */
export function spatialViewsOf(world: World): readonly SpatialView[] {
  return placedViews(world).map(({ view }) => view);
}

function maySeeView(world: World, caller: Caller, { geometry }: PlacedView): boolean {
  return mayDoEverything(world, caller) || mayRead(world, caller, geometry.nodegroup);
}

/** What is told of a view that a caller may see: its attributes as far as the caller may read them. */
function inView(world: World, caller: Caller, { geometry, attributes }: PlacedView) {
  const shown = attributes.filter(
    ({ nodegroup }) => mayDoEverything(world, caller) || mayRead(world, caller, nodegroup),
  );
  return sentinelsOf([geometry.node.id, ...shown.flatMap(({ node }) => [node.id, node.name])]);
}

/** GET /api/spatialviews, and as existing clients call it. */
const listQuestions: Asking = (world, turn) =>
  inTurn(['/api/spatialviews', '/api/spatialview/?indent=1'], turn, 1).map((path) => ({
    path,
    expected: (caller): Expected => {
      if (caller === null && !mayReadAnything(world, caller)) {
        return { status: 401, sentinels: new Set() };
      }
      const seen = placedViews(world).filter((one) => maySeeView(world, caller, one));
      return {
        status: 200,
        sentinels: new Set(seen.flatMap((one) => inView(world, caller, one))),
        says: seen.map(({ view }) => view.slug),
      };
    },
  }));

/** GET /api/spatialviews/{spatial_view_id}. */
const viewQuestions: Asking = (world, turn) =>
  inTurn(placedViews(world), turn, 2).map((one) => ({
    path: `/api/spatialviews/${one.view.spatialViewId}`,
    expected: (caller) =>
      maySeeView(world, caller, one)
        ? { status: 200, sentinels: new Set(inView(world, caller, one)) }
        : notVisible(world, caller, `/api/spatialviews/${unknownId}`),
  }));

export const questions: Questions = {
  'list-spatial-views': listQuestions,
  'get-spatial-view': viewQuestions,
};
