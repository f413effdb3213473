import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import {
  listNodegroups,
  listReadableTiles,
  worldLanguages,
  type World,
  type WorldResource,
} from '../../../support/world/world.ts';
import type { ChooseRequests, RequestsByOperation, WalkRequest } from '../walk-request.ts';
import { documentSentinels } from './resource.ts';

const visibleResources = (world: World, access: Access): readonly WorldResource[] =>
  world.resources.filter(({ id }) => access.maySee(id));

/** What records and models show the caller, in any form. */
function readableSentinels(world: World, access: Access): ReadonlySet<string> {
  const ofRecords = visibleResources(world, access).flatMap((resource) => [
    ...documentSentinels(world, access, resource, { hasTexts: true, hasHidden: true }),
    ...listReadableTiles(access, resource).flatMap(({ values }) =>
      Object.values(values).flatMap(({ displayed }) =>
        worldLanguages.flatMap((language) => displayed[language]),
      ),
    ),
  ]);
  const ofModels = world.models
    .filter(({ graphId }) => access.mayKnowModel(graphId))
    .flatMap(({ graphId, slug, rootClass }) => sentinelsOf([graphId, slug, rootClass]));
  const ofNodegroups = listNodegroups(world)
    .filter(({ id }) => access.mayRead(id))
    .flatMap(({ id, nodes }) => sentinelsOf([id, nodes.map((node) => [node.id, node.name])]));
  return new Set([...ofRecords, ...ofModels, ...ofNodegroups]);
}

/** Requests all records of a search. */
const searchRequest = (world: World, path: string): WalkRequest => ({
  path,
  expected: (access) => ({
    status: 200,
    sentinels: new Set(visibleResources(world, access).map(({ id }) => id)),
    mayShow: readableSentinels(world, access),
    includes: [`"total_results":${visibleResources(world, access).length},`],
  }),
});

/** GET and POST /search/resources. */
const searchRequests: ChooseRequests = (world, turn) => [
  searchRequest(world, `/search/resources?paging-filter=1&tiles=${turn % 2 === 0}`),
];

/** Requests everything that a search finds, as features or as a table. */
const exportRequests =
  (path: string): ChooseRequests =>
  (world, turn) => [
    {
      path: `${path}?format=${turn % 2 === 0 ? 'geojson' : 'tilecsv'}`,
      expected: (access) => ({
        status: 200,
        sentinels: new Set(),
        mayShow: readableSentinels(world, access),
      }),
    },
  ];

/** GET /search/terms: a word that all texts have. */
const termRequests: ChooseRequests = (world) => [
  {
    path: '/search/terms?q=sentinel',
    expected: (access) => {
      const readable = readableSentinels(world, access);
      return {
        status: 200,
        sentinels: new Set(),
        mayShow: new Set([
          ...readable,
          ...world.thesaurus.concepts
            .filter(({ labels }) => Object.values(labels).some(({ text }) => readable.has(text)))
            .map(({ id }) => id),
          // Concepts are shown with the label of the scheme.
          ...sentinelsOf(world.thesaurus.title),
          ...sentinelsOf(world.thesaurus.schemeId),
        ]),
      };
    },
  },
];

const posted =
  (requests: ChooseRequests): ChooseRequests =>
  (world, turn) =>
    requests(world, turn).map((request) => ({ ...request, method: 'POST' }));

const tables = exportRequests('/search/export_results');
const features = exportRequests('/api/search/export_results');

export const requests: RequestsByOperation = {
  'former-search': searchRequests,
  'query-former-search': posted(searchRequests),
  'former-search-terms': termRequests,
  'get-former-search-export': tables,
  'post-former-search-export': posted(tables),
  'get-former-search-export-features': features,
  'post-former-search-export-features': posted(features),
};
