import type { Access } from '../../../support/world/access.ts';
import type { SpatialView } from '../../../../lib/model/spatial-views/spatial-view.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
} from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import {
  listNodegroups,
  type WorldNode,
  type WorldNodegroup,
  type World,
} from '../../../support/world/world.ts';

type PlacedNode = { readonly nodegroup: WorldNodegroup; readonly node: WorldNode };

/** A spatial view of a world and its nodes. */
type PlacedView = {
  readonly view: SpatialView;
  readonly geometry: PlacedNode;
  readonly attributes: readonly PlacedNode[];
};

/**
 * An inactive spatial view for each node with geometries, with all other nodes of its model as attributes. requests/ogc.ts has active
 * ones.
 */
function placedViews(world: World): readonly PlacedView[] {
  const placedNodes = listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
  return placedNodes
    .filter(({ node }) => isGeometry(node))
    .map((geometry) => {
      const attributes = placedNodes.filter(
        ({ nodegroup, node }) =>
          nodegroup.graphId === geometry.nodegroup.graphId &&
          !isGeometry(node) &&
          node.datatype !== 'semantic',
      );
      return { view: viewOf(geometry.node, attributes), geometry, attributes };
    });
}

const isGeometry = ({ datatype }: WorldNode): boolean => datatype === 'geojson-feature-collection';

function viewOf({ id }: WorldNode, attributes: readonly PlacedNode[]): SpatialView {
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

/** The inactive spatial views of a world. */
export function worldSpatialViews(world: World): readonly SpatialView[] {
  return placedViews(world).map(({ view }) => view);
}

function maySeeView(access: Access, { geometry }: PlacedView): boolean {
  return access.isAdministrator || access.mayRead(geometry.nodegroup.id);
}

/** A view shows its attributes as far as the caller may read them. */
function viewSentinels(access: Access, { geometry, attributes }: PlacedView) {
  const visibleAttributes = attributes.filter(
    ({ nodegroup }) => access.isAdministrator || access.mayRead(nodegroup.id),
  );
  return sentinelsOf([
    geometry.node.id,
    ...visibleAttributes.flatMap(({ node }) => [node.id, node.name]),
  ]);
}

/** GET /api/spatialviews, and the path of existing clients. */
const listRequests: ChooseRequests = (world, turn) =>
  rotate(['/api/spatialviews', '/api/spatialview/?indent=1'], turn, 1).map((path) => ({
    path,
    expected: (access): ExpectedAnswer => {
      if (access.isAnonymous && !access.mayReadSomething()) {
        return { status: 401, sentinels: new Set() };
      }
      const visibleViews = placedViews(world).filter((one) => maySeeView(access, one));
      return {
        status: 200,
        sentinels: new Set(visibleViews.flatMap((one) => viewSentinels(access, one))),
        includes: visibleViews.map(({ view }) => view.slug),
      };
    },
  }));

/** GET /api/spatialviews/{spatial_view_id}. */
const viewRequests: ChooseRequests = (world, turn) =>
  rotate(placedViews(world), turn, 2).map((placedView) => ({
    path: `/api/spatialviews/${placedView.view.spatialViewId}`,
    expected: (access) =>
      maySeeView(access, placedView)
        ? { status: 200, sentinels: new Set(viewSentinels(access, placedView)) }
        : notVisibleAnswer(access, `/api/spatialviews/${unknownId}`),
  }));

export const requests: RequestsByOperation = {
  'list-spatial-views': listRequests,
  'get-spatial-view': viewRequests,
};
