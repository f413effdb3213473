import type { Access } from '../../../support/world/access.ts';
import {
  readableFeatures,
  propertySentinels,
  countFeatureTiles,
  type FeatureFilter,
  type FeatureForm,
} from '../features.ts';
import { mayKnowProject, worldProjects, type WorldProject } from './mobile-project.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { unknownId } from '../../../support/world/sentinels.ts';
import { listNodegroups, type World } from '../../../support/world/world.ts';

const plainForm: FeatureForm = {
  query: '',
  language: 'en-US',
  withValues: false,
  withDisplayValues: false,
  withNames: false,
  hasNodeIdsAsNames: false,
  hasWholeNames: true,
};

/** These two forms together show everything that the other forms show. */
const wholeForms: readonly FeatureForm[] = [
  { ...plainForm, query: '&include_primary_name', withValues: true, withNames: true },
  {
    ...plainForm,
    query: '&use_display_values&include_primary_name&include_geojson_link',
    withValues: true,
    withDisplayValues: true,
    withNames: true,
  },
];

const otherForms: readonly FeatureForm[] = [
  plainForm,
  { ...plainForm, query: '&include_primary_name&use_display_values', withNames: true },
  {
    ...plainForm,
    query: '&use_uuid_names&use_display_values',
    withValues: true,
    withDisplayValues: true,
    hasNodeIdsAsNames: true,
  },
  { ...plainForm, query: '&use_uuid_names&indent=2', withValues: true, hasNodeIdsAsNames: true },
  {
    ...plainForm,
    query: '&field_name_length=6&precision=3',
    withValues: true,
    hasWholeNames: false,
  },
  {
    ...plainForm,
    query: '&use_display_values&include_primary_name',
    language: 'de',
    withValues: true,
    withDisplayValues: true,
    withNames: true,
  },
];

/** GET /geojson. */
const featureRequests: ChooseRequests = (world, turn) => [
  ...rotate(worldProjects(world), turn, 1).map((project) => projectRequest(world, project)),
  ...wholeForms.map((form) => buildRequest(world, form, {})),
  ...rotate(
    [
      ...otherForms.map((form) => buildRequest(world, form, {})),
      ...rotate(wholeForms, turn, 1).flatMap((form) =>
        filters(world).map((filter) => buildRequest(world, form, filter)),
      ),
    ],
    turn,
    2,
  ),
];

function filters(world: World): readonly FeatureFilter[] {
  const tiles = world.resources.flatMap(({ tiles: allTiles }) =>
    allTiles.filter(({ values }) =>
      Object.values(values).some(({ features }) => features.length > 0),
    ),
  );
  const nodes = listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes.filter(({ datatype }) => datatype === 'geojson-feature-collection'),
  );
  return [
    ...world.resources.map(({ id }): FeatureFilter => ({ resource: id })),
    { page: 1 },
    ...tiles.map(({ id }): FeatureFilter => ({ tile: id })),
    { page: 2 },
    ...nodes.map(({ id }): FeatureFilter => ({ node: id })),
    { page: 3 },
    { type: 'Point' },
    { type: 'LineString' },
  ];
}

function buildRequest(world: World, form: FeatureForm, filter: FeatureFilter): WalkRequest {
  const { resource, tile, node, type, page } = filter;
  const nodegroupsParameter = (id: string): string => (form.withValues ? `nodegroups=${id}` : '');
  const pathOf = (ids: { resource?: string; tile?: string; node?: string }): string =>
    [
      `/geojson?${nodegroupsParameter([unknownId, ...listNodegroups(world).map(({ id }) => id)].join(','))}`,
      form.query,
      ids.resource === undefined ? '' : `&resourceid=${ids.resource}`,
      ids.tile === undefined ? '' : `&tileid=${ids.tile}`,
      ids.node === undefined ? '' : `&nodeids=${ids.node}`,
      type === undefined ? '' : `&type=${type}`,
      page === undefined ? '' : `&limit=1&page=${page}`,
    ].join('');
  const unknownPath = pathOf({
    ...(resource === undefined ? {} : { resource: unknownId }),
    ...(tile === undefined ? {} : { tile: unknownId }),
    ...(node === undefined ? {} : { node: unknownId }),
  });
  const path = pathOf(filter);
  return {
    path,
    ...(form.language === 'en-US' ? {} : { headers: { 'accept-language': form.language } }),
    expected: (access) => {
      const answer = expectedFeatures(world, access, form, filter);
      return path === unknownPath || answer.sentinels.size > 0
        ? answer
        : { ...answer, sameAs: unknownPath };
    },
  };
}

/** The features of a mobile project with a card of each nodegroup: all features, with all values. */
function projectRequest(world: World, project: WorldProject): WalkRequest {
  const pathOf = (id: string): string => `/geojson?mobileproject=${id}&include_primary_name`;
  const form = { ...plainForm, withValues: true, withNames: true };
  return {
    path: pathOf(project.id),
    expected: (access) => {
      if (mayKnowProject(access, project)) return expectedFeatures(world, access, form, {});
      const status = access.isAnonymous ? 401 : 404;
      return { status, sentinels: new Set(), sameAs: pathOf(unknownId) };
    },
  };
}

function expectedFeatures(
  world: World,
  access: Access,
  form: FeatureForm,
  filter: FeatureFilter,
): ExpectedAnswer {
  const visibleFeatures = readableFeatures(world, access, filter);
  const resources = new Set(visibleFeatures.map(({ resource }) => resource));
  const sentinels = new Set([
    ...visibleFeatures.flatMap(({ resource, tile, nodeId, feature }) => [
      resource.id,
      tile.id,
      nodeId,
      ...feature.sentinels,
    ]),
    ...[...resources].flatMap((resource) => propertySentinels(world, access, resource, form)),
  ]);
  if (filter.page === undefined) return { status: 200, sentinels };
  const isLast = countFeatureTiles(world, access) <= filter.page;
  return { status: 200, sentinels, includes: [`"_lastPage":${isLast}`] };
}

/** POST /geojson takes the same parameters. */
const postedRequests: ChooseRequests = (world, turn) =>
  rotate(featureRequests(world, turn), turn, 2).map((one) => ({ ...one, method: 'POST' }));

export const requests: RequestsByOperation = {
  'get-geojson': featureRequests,
  'query-geojson': postedRequests,
};
