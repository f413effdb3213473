import { crsUris } from '../../lib/model/ogc/crs-uris.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { queryColumn } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';

/** An answer of the service. */
export type AnswerText = { readonly path: string; readonly status: number; readonly body: string };

/** Together, these formats show everything about a resource instance, hidden nodes included. */
const resourceQueries = ['?format=json&hidden=false', '?format=service-json&hidden=false'];

/** The parameters of GET /geojson that add data, alone and combined. */
const geojsonSwitches = [
  '',
  '&use_display_values',
  '&use_uuid_names',
  '&include_primary_name',
  '&include_geojson_link&precision=3&field_name_length=10',
  '&use_display_values&include_primary_name&include_geojson_link&indent=1',
  '&use_display_values&use_uuid_names&include_primary_name&limit=1000',
];

/** Replaces the digits of the time in an answer by zeros. Elsewhere than after `reviewer`, a `timestamp` is of an edit. */
export function maskTime(body: string): string {
  return body.replaceAll(/(?:"timeStamp"|"reviewer":\w+,"timestamp"): ?"[^"]*"/g, (time) =>
    time.replaceAll(/\d/g, '0'),
  );
}

/** The paths that show everything about some resource instances. */
export function resourcePaths(ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => resourceQueries.map((query) => `/resources/${id}${query}`));
}

export async function listPaths(service: TestService): Promise<readonly string[]> {
  const graphs = await queryColumn(
    service,
    'select slug from graph union select graph_id::text from graph',
  );
  const nilCursor = Buffer.from('00000000-0000-0000-0000-000000000000').toString('base64url');
  return ['?limit=1000', '?limit=7&page=2', `?cursor=${nilCursor}`]
    .concat(graphs.map((graph) => `?graph=${graph}`))
    .map((query) => `/resources/${query}`);
}

/**
 * The paths of GET /geojson with the values of all nodegroups.
 * @param filters one path for each of these; without filters, one for each of geojsonSwitches
 */
export async function geojsonPaths(
  service: TestService,
  filters?: readonly string[],
): Promise<readonly string[]> {
  const nodegroups = (await queryColumn(service, 'select nodegroup_id::text from nodegroup')).join(
    ',',
  );
  const base = `/geojson?nodegroups=${nodegroups}`;
  if (filters === undefined) return geojsonSwitches.map((switches) => `${base}${switches}`);
  return filters.map((filter) => `${base}&use_display_values&include_primary_name&${filter}`);
}

/** The paths of all collections of features in each coordinate system, and of some features. */
export async function layerPaths(service: TestService): Promise<readonly string[]> {
  const slugs = await queryColumn(
    service,
    "select concat_ws('_', slug, kind) from spatial_view, unnest(array[null, 'point', 'polygon']) kind where is_active order by 1",
  );
  const gids = await queryColumn(service, 'select gid from feature order by gid limit 5');
  const forms = ['', ...crsUris.map((uri) => `?crs=${encodeURIComponent(uri)}&count=exact`)];
  return [
    '/ogc/collections',
    ...slugs.flatMap((slug) => [
      `/ogc/collections/${slug}`,
      ...forms.map((form) => `/ogc/collections/${slug}/items${form}`),
      ...gids.map((gid) => `/ogc/collections/${slug}/items/${gid}`),
    ]),
  ];
}

/** The paths that show everything about the resource models. */
export async function modelPaths(service: TestService): Promise<readonly string[]> {
  const graphs = await queryColumn(service, 'select graph_id::text from graph order by 1');
  return ['/graphs', '/api/nodes', ...graphs.map((graph) => `/graphs/${graph}`)];
}

/** The paths that show the whole thesaurus. */
export async function conceptPaths(service: TestService): Promise<readonly string[]> {
  const schemesAndCollections =
    "select concept_id::text from concept where node_type <> 'Concept' order by 1";
  return (await queryColumn(service, schemesAndCollections)).flatMap((id) => [
    `/rdm/concepts/${id}`,
    `/rdm/concepts/${id}?format=json`,
  ]);
}

/** Sends a GET without a token for each path. */
export function readEach(
  service: TestService,
  paths: readonly string[],
): Promise<readonly AnswerText[]> {
  return mapConcurrently(paths, async (path) => {
    const response = await service.fetch(path);
    return { path, status: response.status, body: await response.text() };
  });
}

/** The forbidden texts that the answers contain, with their paths. */
export function findLeaks(
  answers: readonly AnswerText[],
  forbidden: readonly string[],
): readonly string[] {
  return answers.flatMap(({ path, body }) =>
    forbidden
      .filter((text) => body.includes(text))
      .map((text) => `${JSON.stringify(text)} at ${path.slice(0, 120)}`),
  );
}
