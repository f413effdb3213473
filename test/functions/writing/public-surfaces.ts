import { canUseToken } from '../../../lib/http/operation.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations } from '../../gateway/operations.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { maskTime } from '../every-answer.ts';
import { examplePath, readRouteExamples, type RouteExamples } from '../examples.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { specimenId } from './every-datatype.ts';
import { millNodes } from './mill-service.ts';
import type { MillYard } from './mill-yard.ts';

/** What of an answer everybody can compare. */
type SeenAnswer = {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly body: string;
};

/** Answers by who asked, and where. */
export type Seen = ReadonlyMap<string, SeenAnswer>;

/** Asks for a path, without a token or as somebody. */
export type Observer = (path: string) => Promise<Response>;

const resourceIds = [oldMill, neighbour, specimenId];
const resourceQueries = [
  '?format=json&hidden=false',
  '?format=service-json',
  '?format=json-ld',
  '?format=json-ld&profile=linked',
  '?format=turtle',
  '?format=xml',
];
const filters = ['limit=1&page=2', 'limit=1000', `resourceid=${oldMill}`, 'use_display_values'];

/** Where reading operations show the mills, and the specimen: every operation at least once. */
export async function publicPaths({ service }: MillYard): Promise<readonly string[]> {
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
  const reading = operations.filter(
    ({ operation }) => operation.method === 'GET' && canUseToken(operation),
  );
  const nodegroups = (await queryColumn(service, 'select nodegroup_id::text from nodegroup')).join(
    ',',
  );
  const tiles = await queryColumn(service, 'select tile_id::text from tile order by 1');
  return [
    ...reading.map(({ operation }) => examplePath(operation, examples)),
    ...resourceIds.flatMap((resource) =>
      [...resourceQueries, '/history', '/activity'].map(
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
  ];
}

const view = {
  slug: 'mills_on_the_map',
  description: 'Mills',
  geometrynodeid: millNodes.geometry,
  language: 'en-US',
  attributenodes: [millNodes.name, millNodes.note].map((nodeid) => ({ nodeid, description: '' })),
};

/** Lets everybody read everything there is, changes and all, and editors delete it; puts the mills into a layer. */
export async function openToAll({ service, writers }: MillYard): Promise<void> {
  await runStatement(
    service,
    "update account_group set can_read = true, can_read_history = true, can_delete = name = 'Resource Editor'",
  );
  const answer = await writers.administrator.ask('POST', '/api/spatialviews', view);
  if (!answer.ok) throw new Error(await answer.text());
}

/** Everything that these observers are shown at these places. */
export async function seenBy(
  observers: Readonly<Record<string, Observer>>,
  paths: readonly string[],
): Promise<Seen> {
  const seen = new Map<string, SeenAnswer>();
  for (const [name, observer] of Object.entries(observers)) {
    await mapConcurrently(paths, async (path) => {
      const answer = await observer(path);
      seen.set(`${name} ${path}`, {
        status: answer.status,
        etag: answer.headers.get('etag'),
        lastModified: answer.headers.get('last-modified'),
        // A problem names its request.
        body: maskTime(await answer.text()).replace(/"(instance|requestId)":"[^"]*"/g, ''),
      });
    });
  }
  return seen;
}

/** The places where something else is seen than before, with both answers. */
export function differencesOf(before: Seen, after: Seen): readonly unknown[] {
  return [...before].flatMap(([place, was]) => {
    const is = after.get(place);
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ place, was, is }];
  });
}
