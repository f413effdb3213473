import { exampleProjectId, exampleResourceId } from '../../infra/local/sample/access.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { canUseToken, type Operation } from '../../lib/http/operation.ts';
import { assetNames } from '../../lib/pages/layout/asset-names.generated.ts';
import { queryColumn, sampleSpatialView } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';

/** Values from the sample data for path variables and required parameters, by name. */
export type RouteExamples = Readonly<Record<string, string>>;

const someId = '3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f';

/** Gives the example resource instance a state of a life cycle and an identifier, which the sample data do not have. */
export async function addStateAndIdentifier({ stack }: TestService): Promise<void> {
  const stateId = '7f1c1a5e-3c8e-4b41-9d5c-1f6a2b3c4d5e';
  for (const statement of [
    `insert into life_cycle_state
values (
  '${stateId}', '${stateId}', '"Standard"', '{"en": "Active"}', '{"en": "Activate"}', true, true, true, '{}', '{}'
)`,
    `update resource set life_cycle_state_id = '${stateId}' where resource_id = '${exampleResourceId}'`,
    `insert into resource_identifier (resource_id, identifier, source)
values ('${exampleResourceId}', '1234', 'a register')`,
  ])
    await stack.owner.write(rawSql(statement));
}

/** A picture that the example resource instance has in the sample. */
const examplePictureId = '4cebc2fd-b492-5af5-a83f-98dc9a02c6ea';

/** Stores what a database has of the picture, as if its bytes were stored. */
async function addExamplePicture({ stack }: TestService): Promise<void> {
  for (const statement of [
    `insert into file
values ('${examplePictureId}', 'files/${examplePictureId}', 'image/png', 8, repeat('0', 64), 'example.png')
on conflict do nothing`,
    ...['thumbnail', 'page'].map(
      (kind) => `insert into file_derivative
values ('${examplePictureId}', '${kind}', 'derived/${examplePictureId}/${kind}.jpg', 300, 200, 8)
on conflict do nothing`,
    ),
  ])
    await stack.owner.write(rawSql(statement));
}

/** Reads examples from the sample. A new variable or required parameter needs a line here. */
export async function readRouteExamples(service: TestService): Promise<RouteExamples> {
  const [scheme = ''] = await queryColumn(
    service,
    "select concept_id::text from concept where node_type = 'ConceptScheme' order by 1",
  );
  const [collection = ''] = await queryColumn(
    service,
    "select concept_id::text from concept where node_type = 'Collection' order by 1",
  );
  const [tile = '', node = ''] = await queryColumn(
    service,
    `select unnest(array[tile_id, nodegroup_id])::text
from (select * from tile where resource_id = '${exampleResourceId}' order by tile_id limit 1) t`,
  );
  const [reader = ''] = await queryColumn(
    service,
    "select account_id::text from account where username = 'reader'",
  );
  const [model = ''] = await queryColumn(
    service,
    "select graph_id::text from graph where slug = 'heritage-place'",
  );
  const [feature = ''] = await queryColumn(
    service,
    `select min(gid)::text from feature where resource_id = '${exampleResourceId}'`,
  );
  const [view = ''] = await queryColumn(
    service,
    'select spatial_view_id::text from spatial_view order by slug',
  );
  const [geometryNode = ''] = await queryColumn(
    service,
    'select geometry_node_id::text from spatial_view order by slug',
  );
  await addExamplePicture(service);
  return {
    nodeid: geometryNode,
    file_id: examplePictureId,
    picture_size: 'max',
    zoom: '0',
    x: '0',
    y: '0.pbf',
    tileMatrixSetId: 'WebMercatorQuad',
    tileMatrix: '0',
    tileRow: '0',
    tileCol: '0',
    collectionId: sampleSpatialView.slug,
    featureId: feature,
    spatial_view_id: view,
    resource_instance_id: exampleResourceId,
    resourceinstanceid: exampleResourceId,
    graph_id_or_slug: model,
    graph_id_or_graph_slug: 'heritage-place',
    graph_id: model,
    concept_instance_id: scheme,
    concept_id: someId,
    collection_id: collection,
    q: 'church',
    tile_id: tile,
    node_id: node,
    account_id: reader,
    page_number: '1',
    ordinal: '1',
    asset_name: assetNames.map,
    subject: 'nodes',
    export_name: 'places',
    mobile_project_id: exampleProjectId,
    application_id: '00000000-0000-4000-8000-000000000001',
  };
}

/** Parameters without which an operation answers 400. */
const neededParameters: ReadonlySet<string> = new Set(['resourceinstanceid', 'q']);

/**
 * The path of an operation with examples from the sample.
 * @throws if a variable has no example
 */
export function examplePath({ path, parameters }: Operation, examples: RouteExamples): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = examples[name];
    if (example === undefined) {
      throw new Error(`Add an example for {${name}} of ${path} to test/functions/examples.ts.`);
    }
    return example;
  });
  const needed = Object.keys(parameters.shape).filter((name) => neededParameters.has(name));
  return withQuery(filled, needed.map((name) => `${name}=${examples[name]}`).join('&'));
}

/** Adds parameters to a path. */
export function withQuery(path: string, query = ''): string {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Whether an answer depends on parameters and has the usual form. Tiles have none, only administrators may read readiness, and activity is
 * true or false. The search addresses of Arches keep its form, without indentation and with its errors.
 */
export function answersWithData(operation: Operation): boolean {
  return (
    canUseToken(operation) &&
    operation.errorFormat !== 'former-search' &&
    200 in operation.responses &&
    Object.keys(operation.parameters.shape).some((name) => name !== 'format') &&
    !['get-readiness', 'get-graph-is-active'].includes(operation.id)
  );
}

/** Whether a route needs one read alone. Facets and suggestions look up names first, and words find names, then values. */
export const readsOnce = ({ path }: { readonly path: string }): boolean =>
  !/^\/search\/(facets|suggest)|[?&]q=/.test(path);
