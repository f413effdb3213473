import { featuresShownTo, propertiesOf, tilesOnPages, type Filter, type Form } from './features.ts';
import { knowsProject, projectsOf, type NamedProject } from './mobile-project-questions.ts';
import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { unknownId } from './sentinels.ts';
import { nodegroupsOf, type Caller, type World } from './world.ts';

const plainForm: Form = {
  query: '',
  language: 'en-US',
  withValues: false,
  inWords: false,
  withNames: false,
  namedById: false,
  hasWholeNames: true,
};

/** Nothing is in another form that is not in one of these two. */
const wholeForms: readonly Form[] = [
  { ...plainForm, query: '&include_primary_name', withValues: true, withNames: true },
  {
    ...plainForm,
    query: '&use_display_values&include_primary_name&include_geojson_link',
    withValues: true,
    inWords: true,
    withNames: true,
  },
];

const otherForms: readonly Form[] = [
  plainForm,
  { ...plainForm, query: '&include_primary_name&use_display_values', withNames: true },
  {
    ...plainForm,
    query: '&use_uuid_names&use_display_values',
    withValues: true,
    inWords: true,
    namedById: true,
  },
  { ...plainForm, query: '&use_uuid_names&indent=2', withValues: true, namedById: true },
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
    inWords: true,
    withNames: true,
  },
];

/** GET /geojson. */
const featureQuestions: Asking = (world, turn) => [
  ...inTurn(projectsOf(world), turn, 1).map((project) => projectQuestion(world, project)),
  ...wholeForms.map((form) => question(world, form, {})),
  ...inTurn(
    [
      ...otherForms.map((form) => question(world, form, {})),
      ...inTurn(wholeForms, turn, 1).flatMap((form) =>
        filters(world).map((filter) => question(world, form, filter)),
      ),
    ],
    turn,
    2,
  ),
];

function filters(world: World): readonly Filter[] {
  const tiles = world.resources.flatMap(({ tiles: found }) =>
    found.filter(({ values }) => Object.values(values).some(({ features }) => features.length > 0)),
  );
  const nodes = nodegroupsOf(world).flatMap((nodegroup) =>
    nodegroup.nodes.filter(({ datatype }) => datatype === 'geojson-feature-collection'),
  );
  return [
    ...world.resources.map(({ id }): Filter => ({ resource: id })),
    { page: 1 },
    ...tiles.map(({ id }): Filter => ({ tile: id })),
    { page: 2 },
    ...nodes.map(({ id }): Filter => ({ node: id })),
    { page: 3 },
    { type: 'Point' },
    { type: 'LineString' },
  ];
}

function question(world: World, form: Form, filter: Filter): Question {
  const { resource, tile, node, type, page } = filter;
  const wanted = (id: string): string => (form.withValues ? `nodegroups=${id}` : '');
  const pathOf = (ids: { resource?: string; tile?: string; node?: string }): string =>
    [
      `/geojson?${wanted([unknownId, ...nodegroupsOf(world).map(({ id }) => id)].join(','))}`,
      form.query,
      ids.resource === undefined ? '' : `&resourceid=${ids.resource}`,
      ids.tile === undefined ? '' : `&tileid=${ids.tile}`,
      ids.node === undefined ? '' : `&nodeids=${ids.node}`,
      type === undefined ? '' : `&type=${type}`,
      page === undefined ? '' : `&limit=1&page=${page}`,
    ].join('');
  const unknown = pathOf({
    ...(resource === undefined ? {} : { resource: unknownId }),
    ...(tile === undefined ? {} : { tile: unknownId }),
    ...(node === undefined ? {} : { node: unknownId }),
  });
  const path = pathOf(filter);
  return {
    path,
    ...(form.language === 'en-US' ? {} : { headers: { 'accept-language': form.language } }),
    expected: (caller) => {
      const found = expected(world, caller, form, filter);
      return path === unknown || found.sentinels.size > 0 ? found : { ...found, like: unknown };
    },
  };
}

/** The features of a mobile project, which has a card of each nodegroup: all, with all values. */
function projectQuestion(world: World, project: NamedProject): Question {
  const pathOf = (id: string): string => `/geojson?mobileproject=${id}&include_primary_name`;
  const form = { ...plainForm, withValues: true, withNames: true };
  return {
    path: pathOf(project.id),
    expected: (caller) => {
      if (knowsProject(world, caller, project)) return expected(world, caller, form, {});
      const status = caller === null ? 401 : 404;
      return { status, sentinels: new Set(), like: pathOf(unknownId) };
    },
  };
}

function expected(world: World, caller: Caller, form: Form, filter: Filter): Expected {
  const shown = featuresShownTo(world, caller, filter);
  const resources = new Set(shown.map(({ resource }) => resource));
  const sentinels = new Set([
    ...shown.flatMap(({ resource, tile, nodeId, feature }) => [
      resource.id,
      tile.id,
      nodeId,
      ...feature.shown,
    ]),
    ...[...resources].flatMap((resource) => propertiesOf(world, caller, resource, form)),
  ]);
  if (filter.page === undefined) return { status: 200, sentinels };
  const isLast = tilesOnPages(world, caller) <= filter.page;
  return { status: 200, sentinels, says: [`"_lastPage":${isLast}`] };
}

/** POST /geojson: some of the same. */
const postedQuestions: Asking = (world, turn) =>
  inTurn(featureQuestions(world, turn), turn, 2).map((one) => ({ ...one, method: 'POST' }));

export const questions: Questions = {
  'get-geojson': featureQuestions,
  'query-geojson': postedQuestions,
};
