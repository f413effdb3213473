import { canUseToken } from '../../../lib/http/operation.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations } from '../../gateway/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { maskTime } from '../every-answer.ts';
import { examplePath, readRouteExamples, type RouteExamples } from '../examples.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { oak, specimenId } from './every-datatype.ts';
import { millNodes } from './mill-service.ts';
import type { Mills } from './mills.ts';

/** The parts of an answer that a client can compare with those of another answer. */
type ComparableAnswer = {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly body: string;
};

/** Answers by the name of an observer and the path. */
export type AnswersByObserver = ReadonlyMap<string, ComparableAnswer>;

/** Sends a GET for a path, as an account or without a token. */
export type Observer = (path: string) => Promise<Response>;

const resourceIds = [oldMill, neighbour, specimenId];
const resourceQueries = [
  '?format=json&hidden=false',
  '?format=service-json',
  '?format=json-ld',
  '?format=json-ld&profile=linked',
  '?format=turtle',
  '?format=xml',
  '?format=html',
];
const filters = ['limit=1&page=2', 'limit=1000', `resourceid=${oldMill}`, 'use_display_values'];

/** Lists paths of all reading operations that can show the mills and the specimen, at least one path for each operation. */
export async function listReadPaths({ service }: Mills): Promise<readonly string[]> {
  const examples: RouteExamples = {
    ...(await readRouteExamples(service)),
    collectionId: view.slug,
    resource_instance_id: oldMill,
    resourceinstanceid: oldMill,
    graph_id_or_slug: 'mill',
    graph_id_or_graph_slug: 'mill',
    tile_id: id(601),
    node_id: millNodes.name,
    concept_instance_id: id(2901),
    collection_id: id(2900),
  };
  const operations = await listOwnOperations((await openGateway()).api);
  const readOperations = operations.filter(
    ({ operation }) => operation.method === 'GET' && canUseToken(operation),
  );
  const nodegroups = (await queryColumn(service, 'select nodegroup_id::text from nodegroup')).join(
    ',',
  );
  const tiles = await queryColumn(service, 'select tile_id::text from tile order by 1');
  return [
    ...readOperations.map(({ operation }) => examplePath(operation, examples)),
    ...resourceIds.flatMap((resource) =>
      [...resourceQueries, '/history', '/history?format=html', '/activity'].map(
        (query) => `/resources/${resource}${query}`,
      ),
    ),
    ...tiles.map((tile) => `/api/tiles/${tile}`),
    ...['?limit=1000', '?graph=mill', '?graph=specimen', '?limit=1&page=2'].map(
      (query) => `/resources/${query}`,
    ),
    ...filters.map((filter) => `/geojson?nodegroups=${nodegroups}&include_primary_name&${filter}`),
    `/ogc/collections/${view.slug}/items?count=exact`,
    '/history/?graph=mill',
    '/?format=html',
    `/rdm/concepts/${oak.conceptId}?format=html`,
  ];
}

const view = {
  slug: 'mills_on_the_map',
  description: 'Mills',
  geometrynodeid: millNodes.geometry,
  language: 'en-US',
  attributenodes: [millNodes.name, millNodes.note].map((nodeid) => ({ nodeid, description: '' })),
};

/** Lets all groups read all data and its history, lets editors delete it, and creates a spatial view of the mills. */
export async function openToAll({ service, writers }: Mills): Promise<void> {
  await runStatement(
    service,
    "update account_group set can_read = true, can_read_history = true, can_delete = name = 'Resource Editor'",
  );
  const answer = await writers.administrator.sendRequest('POST', '/api/spatialviews', view);
  if (!answer.ok) throw new Error(await answer.text());
}

/** Reads all paths as each observer. */
export async function readAsObservers(
  observers: Readonly<Record<string, Observer>>,
  paths: readonly string[],
): Promise<AnswersByObserver> {
  const answers = new Map<string, ComparableAnswer>();
  for (const [name, observer] of Object.entries(observers)) {
    await mapConcurrently(paths, async (path) => {
      const answer = await observer(path);
      answers.set(`${name} ${path}`, {
        status: answer.status,
        etag: answer.headers.get('etag'),
        lastModified: answer.headers.get('last-modified'),
        // A problem document, and the page of an error, contain the id of their request.
        body: maskTime(await answer.text()).replace(
          /"(instance|requestId)":"[^"]*"|Request id: <code>[^<]*/g,
          '',
        ),
      });
    });
  }
  return answers;
}

/** Lists the observers and paths whose answers differ before and after, with these answers. */
export function differencesOf(
  before: AnswersByObserver,
  after: AnswersByObserver,
): readonly unknown[] {
  return [...before].flatMap(([observedPath, answerBefore]) => {
    const answerAfter = after.get(observedPath);
    return JSON.stringify(answerBefore) === JSON.stringify(answerAfter)
      ? []
      : [{ observedPath, answerBefore, answerAfter }];
  });
}
