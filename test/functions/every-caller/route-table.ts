import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import type { Operation } from '../../../lib/http/operation.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { testPassword } from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { examplePath, readRouteExamples, withQuery, type RouteExamples } from '../examples.ts';
import type { TokenKind } from './caller.ts';
import type { CallerWorld } from './caller-world.ts';

export type ExpectedResult = {
  readonly status: number;
  readonly challenge: string | null;
  /** Whether the answer shows data. */
  readonly shows: boolean;
  readonly calls: number;
};

/** How to request a route, and the answer for each kind of token. */
export type RouteExpectation = {
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** A JSON body. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the route checks a password for every caller. */
  readonly checksPassword?: boolean;
  /** Whether the route accepts the scheme Basic for applications. */
  readonly acceptsBasic?: boolean;
  /** Whether a body shows data; by default every 200 does. */
  readonly shows?: (body: string) => boolean;
  readonly expected: Readonly<Record<TokenKind, ExpectedResult>>;
  /** Exceptions by the name of the caller. */
  readonly exceptions?: Readonly<Record<string, ExpectedResult>>;
};

const refusal = (status: number, challenge: string | null, calls: number): ExpectedResult => ({
  status,
  challenge,
  shows: false,
  calls,
});

/** Answers of every route that checks tokens. */
const refused = {
  'an invalid token': refusal(401, 'Bearer error="invalid_token"', 0),
  'a token that is no longer valid': refusal(401, 'Bearer error="invalid_token"', 1),
  'a token for writing only': refusal(403, 'Bearer error="insufficient_scope", scope="read"', 0),
};

const shown = (calls: number): ExpectedResult => ({
  status: 200,
  challenge: null,
  shows: true,
  calls,
});
const empty: ExpectedResult = { status: 200, challenge: null, shows: false, calls: 1 };

/** Routes that answer everybody with what they may see. */
const filtered = {
  ...refused,
  'no token': empty,
  'a token that may read nothing': empty,
  'a token that may read everything': shown(1),
};

/** Routes that need a token. They answer 404 for what the caller may not see. */
const secured = {
  ...refused,
  'no token': refusal(401, 'Bearer', 1),
  'a token that may read nothing': refusal(404, null, 1),
  'a token that may read everything': shown(1),
};

/** Routes that redirect to a document, for callers who may see it. */
const redirecting = {
  ...secured,
  'a token that may read everything': { status: 303, challenge: null, shows: true, calls: 1 },
};

/** Routes that need no token. They answer 404 for what the caller may not read. */
const foundIfReadable = {
  ...filtered,
  'no token': refusal(404, null, 1),
  'a token that may read nothing': refusal(404, null, 1),
};

const forbidden = refusal(403, null, 1);
const lacksScope = refusal(403, 'Bearer error="insufficient_scope", scope="write"', 0);

/** Writing routes with dry runs: nobody writes without a token, and callers who may only read are refused. */
const writing: Pick<RouteExpectation, 'expected' | 'exceptions'> = {
  expected: {
    ...secured,
    'no token': refusal(401, 'Bearer', 0),
    'a token for writing only': forbidden,
    'a token that may read everything': forbidden,
  },
  exceptions: {
    editor: shown(1),
    administrator: shown(1),
    'reader, scope read': lacksScope,
  },
};

/** Routes about an account itself. The rights of Guest do not matter. */
const accountRoutes = { ...secured, 'no token': refusal(401, 'Bearer', 0) };

/** Writing routes for those who manage mobile projects. Others may see the projects that they are invited to. */
const managerRoutes = {
  ...accountRoutes,
  'a token for writing only': forbidden,
  'a token that may read everything': forbidden,
};
const unknownId = refusal(404, null, 1);

/** Routes that need the right `history`. @param status for a token that may read nothing */
function historyRoutes(status: 403 | 404): Pick<RouteExpectation, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...secured,
      'a token that may read nothing': refusal(status, null, 1),
      'a token that may read everything': forbidden,
    },
    exceptions: { editor: shown(1), administrator: shown(1) },
  };
}

/**
 * Routes that change spatial views, with invalid requests: only administrators learn why.
 * @param status for administrators
 */
function spatialViewRoutes(status: 400 | 412): Pick<RouteExpectation, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...writing.expected,
      'a token that may read nothing': forbidden,
    },
    exceptions: {
      administrator: refusal(status, null, 1),
      'reader, scope read': lacksScope,
    },
  };
}

/** Routes that answer every token in the same way. */
function sameForAll(expected: ExpectedResult): Readonly<Record<TokenKind, ExpectedResult>> {
  return {
    'no token': expected,
    'an invalid token': expected,
    'a token that is no longer valid': expected,
    'a token for writing only': expected,
    'a token that may read nothing': expected,
    'a token that may read everything': expected,
  };
}

/** Routes that sign in with a password. A token in the same request must be valid too. */
const signingIn = {
  ...refused,
  'no token': shown(2),
  'a token that may read nothing': shown(3),
  'a token that may read everything': shown(3),
};

/** Pages check sessions only, so every token is redirected to the sign-in. */
const page = { expected: sameForAll(refusal(303, null, 0)) };

const isFilled = (body: string): boolean => body !== '[]';

const hasItemsIn =
  (name: string) =>
  (body: string): boolean => {
    const { [name]: list } = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    return Array.isArray(list) && list.length > 0;
  };

/** The answers of a route that is not in readSpecialCases. */
function usualAnswers({
  access,
  capability,
  method,
  responses,
  scope,
}: Operation): Omit<RouteExpectation, 'path'> {
  const reads = method === 'GET' || scope === 'read';
  const status = 200 in responses ? 200 : 303;
  if (access === 'session') return reads ? page : { form: {}, ...page };
  if (access === 'open') return { shows: isFilled, expected: filtered };
  if (access === 'account') return { expected: accountRoutes };
  if (access === 'secured') {
    if (!reads) return writing;
    return { expected: status === 200 ? secured : redirecting };
  }
  return { expected: sameForAll({ ...shown(capability === 'none' ? 0 : 1), status }) };
}

/** How a route differs from the usual request and answers. */
type SpecialCase = Partial<RouteExpectation> & { readonly query?: string };

async function readSpecialCases(
  { service, application, ownApplication }: CallerWorld,
  examples: RouteExamples,
): Promise<Readonly<Record<string, SpecialCase>>> {
  const [textTile, textNode] = await queryColumn(
    service,
    `select unnest(array[t.tile_id, n.node_id])::text
from (
  select t.tile_id, min(n.node_id::text)::uuid as node_id
  from tile t
  join node n on n.nodegroup_id = t.nodegroup_id and n.datatype = 'string'
  where t.resource_id = '${exampleResourceId}'
  group by t.tile_id
  order by t.tile_id
  limit 1
) n
join tile t on t.tile_id = n.tile_id`,
  );
  const record = JSON.stringify({ tiles: [] });
  const tile = {
    nodegroup_id: examples['node_id'],
    resourceinstance_id: exampleResourceId,
    data: {},
  };
  const place = examples['graph_id_or_slug'];
  const credentials = { username: 'reader', password: testPassword };
  const clientCredentials = {
    client_id: ownApplication.clientId,
    client_secret: ownApplication.secret,
    token: 'unknown',
  };
  const dryRun = 'format=service-json&dry_run=true';
  return {
    'list-ogc-collections': { shows: hasItemsIn('collections') },
    'get-ogc-collection': { expected: foundIfReadable },
    'list-ogc-items': { query: 'limit=1', expected: foundIfReadable },
    'get-ogc-item': { expected: foundIfReadable },
    'list-graphs-by-id': { shows: (body) => body !== '{"models":{}}' },
    'list-resources': { query: 'limit=1', shows: hasItemsIn('ldp:contains') },
    'get-geojson': { query: 'limit=1', shows: hasItemsIn('features') },
    'query-geojson': { query: 'limit=1', shows: hasItemsIn('features') },
    'get-resource-history': historyRoutes(404),
    'get-resource-activity': historyRoutes(404),
    'get-history': historyRoutes(403),
    'get-history-page': historyRoutes(403),
    'get-history-item': historyRoutes(403),
    'put-resource': { query: `${dryRun}&missing=keep`, body: record },
    'put-resource-of-graph': { query: `${dryRun}&missing=keep`, body: record },
    'create-resource': {
      query: dryRun,
      body: JSON.stringify({ graph_id: place, tiles: [] }),
    },
    'create-resource-of-graph': { query: dryRun, body: record },
    // The edits of the editor wait for a reviewer, but a deletion cannot wait.
    'delete-resource': {
      query: 'dry_run=true',
      exceptions: { ...writing.exceptions, editor: forbidden },
    },
    'create-tile': {
      query: 'dry_run=true',
      body: JSON.stringify({ tileid: examples['tile_id'], ...tile }),
    },
    'write-tile': { query: 'dry_run=true', body: JSON.stringify(tile) },
    'write-node-value': {
      query: 'dry_run=true',
      form: {
        nodeid: textNode ?? '',
        tileid: textTile ?? '',
        resourceinstanceid: exampleResourceId,
        data: 'another text',
      },
    },
    'get-concept': { query: 'depthlimit=0' },
    'list-nodes': { query: 'datatype=edtf' },
    'get-user': {
      exceptions: { editor: refusal(404, null, 1), application: refusal(404, null, 1) },
    },
    'get-user-profile': {
      expected: {
        ...refused,
        'no token': refusal(401, 'Bearer', 0),
        'a token that may read nothing': shown(1),
        'a token that may read everything': shown(1),
      },
    },
    'list-spatial-views': {
      shows: isFilled,
      expected: { ...secured, 'a token that may read nothing': empty },
    },
    'create-spatial-view': {
      body: JSON.stringify({ slug: 'no place' }),
      ...spatialViewRoutes(400),
    },
    'update-spatial-view': {
      body: JSON.stringify({ spatialviewid: examples['spatial_view_id'], language: 'tlh' }),
      ...spatialViewRoutes(400),
    },
    'delete-spatial-view': { headers: { 'if-match': '"0"' }, ...spatialViewRoutes(412) },
    'list-exports': {
      shows: hasItemsIn('exports'),
      expected: { ...secured, 'a token that may read nothing': empty },
    },
    'list-mobile-projects': {
      shows: isFilled,
      expected: { ...accountRoutes, 'a token that may read nothing': empty },
      // Callers without an invitation have no projects, whatever their rights.
      exceptions: { administrator: empty },
    },
    'create-mobile-project': {
      body: JSON.stringify({ name: 'Another survey' }),
      expected: { ...managerRoutes, 'a token that may read nothing': forbidden },
      exceptions: {
        administrator: { status: 201, challenge: null, shows: false, calls: 2 },
        'reader, scope read': lacksScope,
      },
    },
    'put-mobile-project': {
      body: JSON.stringify({ active: true }),
      expected: managerRoutes,
      exceptions: { administrator: shown(1), 'reader, scope read': lacksScope },
    },
    'delete-mobile-project': {
      path: `/mobileprojects/${nilUuid}`,
      expected: {
        ...managerRoutes,
        'a token for writing only': unknownId,
        'a token that may read everything': unknownId,
      },
      exceptions: { 'reader, scope read': lacksScope },
    },
    'get-token': { form: credentials, expected: signingIn },
    'get-client-id': { form: credentials, checksPassword: true, expected: signingIn },
    'get-server-settings': { form: credentials, checksPassword: true, expected: signingIn },
    'issue-token': {
      form: { ...credentials, grant_type: 'password', client_id: application.clientId },
      checksPassword: true,
      acceptsBasic: true,
      expected: sameForAll(shown(2)),
    },
    'revoke-token': { form: clientCredentials, acceptsBasic: true },
    'introspect-token': { form: clientCredentials, acceptsBasic: true },
    'get-readiness': {
      query: 'wake',
      expected: {
        ...managerRoutes,
        'a token for writing only': refused['a token for writing only'],
        'a token that may read nothing': forbidden,
      },
      exceptions: { administrator: shown(1) },
    },
    'show-sign-in': { expected: sameForAll(shown(0)) },
    'sign-in': { form: credentials, expected: sameForAll(refusal(403, null, 0)) },
    'register-application': { form: { name: 'Mine' } },
    'update-application': { form: { name: 'Mine' } },
  };
}

/**
 * The table by operation id.
 * @throws Error if a special case names an unknown operation
 */
export async function readRouteTable(
  world: CallerWorld,
  operations: readonly Operation[],
): Promise<Readonly<Record<string, RouteExpectation>>> {
  const examples = await readRouteExamples(world.service);
  const specialCases = new Map(Object.entries(await readSpecialCases(world, examples)));
  const lines = operations.map((operation): readonly [string, RouteExpectation] => {
    const { query, ...specialCase } = specialCases.get(operation.id) ?? {};
    specialCases.delete(operation.id);
    const path = withQuery(examplePath(operation, examples), query);
    return [operation.id, { path, ...usualAnswers(operation), ...specialCase }];
  });
  if (specialCases.size > 0) throw new Error(`No operation: ${[...specialCases.keys()].join()}.`);
  return Object.fromEntries(lines);
}
