import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import { listReadableSentinels } from '../../../support/world/texts.ts';
import {
  listReadableTiles,
  worldLanguages,
  listNodegroups,
  worldTextKinds,
  findById,
  listWithAncestors,
  type WorldResource,
  type WorldTile,
  type World,
} from '../../../support/world/world.ts';

/** A form of a resource instance in JSON, and what it shows. */
type Form = Pick<WalkRequest, 'method' | 'headers'> & {
  readonly query: string;
  readonly hasTexts: boolean;
  readonly hasHidden: boolean;
};

/** This form shows everything that the other forms show. */
const wholeForm: Form = {
  query: '?format=service-json&hidden=false',
  hasTexts: true,
  hasHidden: true,
};

const otherForms: readonly Form[] = [
  { query: '?format=json', hasTexts: false, hasHidden: false },
  { query: '?format=json&hidden=false', hasTexts: false, hasHidden: true },
  { query: '?format=service-json', hasTexts: true, hasHidden: false },
  { query: '?format=arches-json&hidden=false&indent=2', hasTexts: true, hasHidden: true },
  { query: '/?hidden=true&format=json&indent=0', hasTexts: false, hasHidden: false },
  {
    query: '',
    headers: { 'X-SERVICE-FORMAT': 'service-json', 'X-ARCHES-HIDDEN': 'false' },
    hasTexts: true,
    hasHidden: true,
  },
  { ...wholeForm, method: 'HEAD' },
];

/** GET /resources/{resource_instance_id} in the JSON formats. */
const resourceRequests: ChooseRequests = (world, turn) => [
  ...world.resources.map((resource) => buildRequest(world, resource, wholeForm)),
  ...rotate(otherForms, turn, 1).flatMap((form) =>
    rotate(world.resources, turn, 1).map((resource) => buildRequest(world, resource, form)),
  ),
];

function buildRequest(world: World, resource: WorldResource, form: Form): WalkRequest {
  const { query, method, headers } = form;
  return {
    path: `/resources/${resource.id}${query}`,
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    expected: (access) => expectedDocument(world, access, resource, form),
  };
}

function expectedDocument(
  world: World,
  access: Access,
  resource: WorldResource,
  form: Form,
): ExpectedAnswer {
  if (!access.maySee(resource.id)) {
    return notVisibleAnswer(access, `/resources/${unknownId}${form.query}`);
  }
  if (form.method === 'HEAD') return { status: 200, sentinels: new Set([resource.id]) };
  return { status: 200, sentinels: new Set(documentSentinels(world, access, resource, form)) };
}

/**
 * The answer to callers who may not see the target of a request.
 * @param sameAs the path of a target that does not exist
 */
export function notVisibleAnswer(access: Access, sameAs: string): ExpectedAnswer {
  const status = access.isAnonymous && !access.mayReadSomething() ? 401 : 404;
  return { status, sentinels: new Set(), sameAs };
}

/** The sentinels in a document of a resource instance that the caller may see. */
export function documentSentinels(
  world: World,
  access: Access,
  resource: WorldResource,
  { hasTexts, hasHidden }: Pick<Form, 'hasTexts' | 'hasHidden'>,
): readonly string[] {
  const texts = hasTexts ? readableTexts(world, access, resource) : [];
  return [
    ...sentinelsOf([resource.id, resource.graphId, resource.legacyId]),
    ...sentinelsOfTiles(world, access, resource, hasHidden),
    ...texts,
  ];
}

/** GET /resources of one model, as an array of whole resource instances with texts in one language. */
const arrayRequests: ChooseRequests = (world, turn) =>
  rotate(world.models, turn, 1).map(({ graphId }): WalkRequest => ({
    path: `/resources?graph_uuid=${graphId}&format=arches-json&limit=1000`,
    expected: (access) => ({
      status: access.mayKnowModel(graphId) ? 200 : 400,
      sentinels: new Set([
        ...sentinelsOf(graphId),
        ...world.resources
          .filter((resource) => resource.graphId === graphId && access.maySee(resource.id))
          .flatMap((resource) => arraySentinels(world, access, resource)),
      ]),
    }),
  }));

function arraySentinels(world: World, access: Access, resource: WorldResource): readonly string[] {
  const texts = worldTextKinds.flatMap((kind) => {
    const sentinelsByLanguage = worldLanguages.map((language) =>
      listReadableSentinels(world, access, resource, kind, language),
    );
    return sentinelsByLanguage.find((sentinels) => sentinels.length > 0) ?? [];
  });
  return [
    ...sentinelsOf([resource.id, resource.legacyId]),
    ...sentinelsOfTiles(world, access, resource, false),
    ...texts,
  ];
}

function readableTexts(world: World, access: Access, resource: WorldResource): readonly string[] {
  return worldTextKinds.flatMap((kind) =>
    worldLanguages.flatMap((language) =>
      listReadableSentinels(world, access, resource, kind, language),
    ),
  );
}

function sentinelsOfTiles(
  world: World,
  access: Access,
  resource: WorldResource,
  hasHidden: boolean,
): readonly string[] {
  const readableTileIds = new Set(listReadableTiles(access, resource).map(({ id }) => id));
  return visibleTiles(world, access, resource, hasHidden).flatMap((tile) =>
    tileSentinels(access, tile, readableTileIds),
  );
}

/** The tiles in an answer to a caller who may see the resource instance. */
export function visibleTiles(
  world: World,
  access: Access,
  resource: WorldResource,
  hasHidden: boolean,
): readonly WorldTile[] {
  return listReadableTiles(access, resource).filter(
    (tile) => hasHidden || !isHidden(world, tile.nodegroupId),
  );
}

/**
 * The sentinels in the record of a tile that a caller may read, apart from its resource instance.
 * @param readableTileIds the ids of the tiles of the resource instance that the caller may read
 */
export function tileSentinels(
  access: Access,
  tile: WorldTile,
  readableTileIds: ReadonlySet<string>,
): readonly string[] {
  const parent =
    tile.parentId !== null && readableTileIds.has(tile.parentId) ? [tile.parentId] : [];
  const visibleProposals = tile.proposals.filter((edit) => access.maySeeProposalsOf(edit.author));
  return [
    tile.id,
    tile.nodegroupId,
    ...parent,
    ...valueSentinels(tile.values),
    ...visibleProposals.map(({ proposed }) => proposed),
  ];
}

export function valueSentinels(values: WorldTile['values']): readonly string[] {
  return Object.entries(values).flatMap(([nodeId, { stored }]) => [nodeId, ...sentinelsOf(stored)]);
}

/** Whether the card of the nodegroup, or of a nodegroup above it, is hidden. */
function isHidden(world: World, nodegroupId: string): boolean {
  const nodegroups = listNodegroups(world);
  return listWithAncestors(nodegroups, findById(nodegroups, nodegroupId)).some(
    (one) => one.isHidden,
  );
}

export const requests: RequestsByOperation = {
  'get-resource': resourceRequests,
  'list-resources': arrayRequests,
};
