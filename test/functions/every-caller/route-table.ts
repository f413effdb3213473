import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import type { Operation } from '../../../lib/http/operation.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { testPassword } from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { examplePath, readRouteExamples, withQuery, type RouteExamples } from '../examples.ts';
import { hasItemsIn, isNonemptyList, oneOf } from './answers-with-data.ts';
import { formerSearchRoutes } from './former-search-routes.ts';
import type { TokenKind } from './caller.ts';
import type { CallerWorld } from './caller-world.ts';
import { uploadRoutes } from './upload-routes.ts';

export type ExpectedResult = {
  readonly status: number;
  readonly challenge: string | null;
  /** Whether the answer contains data. */
  readonly containsData: boolean;
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
  /** Whether a body contains data. If absent, every body with status 200 does. */
  readonly isDataIn?: (body: string) => boolean;
  readonly expected: Readonly<Record<TokenKind, ExpectedResult>>;
  /** The answers that differ from `expected`, by the name of the caller. */
  readonly exceptions?: Readonly<Record<string, ExpectedResult>>;
};

const createRefusal = (
  status: number,
  challenge: string | null,
  calls: number,
): ExpectedResult => ({
  status,
  challenge,
  containsData: false,
  calls,
});

/** The results of every route that checks tokens, for tokens that it refuses. */
const tokenRefusals = {
  'an invalid token': createRefusal(401, 'Bearer error="invalid_token"', 0),
  'a token that is no longer valid': createRefusal(401, 'Bearer error="invalid_token"', 1),
  'a token for writing only': createRefusal(
    403,
    'Bearer error="insufficient_scope", scope="read"',
    0,
  ),
};

const createDataResult = (calls: number): ExpectedResult => ({
  status: 200,
  challenge: null,
  containsData: true,
  calls,
});
const emptyResult: ExpectedResult = { status: 200, challenge: null, containsData: false, calls: 1 };

/** The results of routes that answer every caller with the data that the caller may see. */
const filteredResults = {
  ...tokenRefusals,
  'no token': emptyResult,
  'a token that may read nothing': emptyResult,
  'a token that may read everything': createDataResult(1),
};

/** The results of routes that need a token. They answer 404 for what the caller may not see. */
const securedResults = {
  ...tokenRefusals,
  'no token': createRefusal(401, 'Bearer', 1),
  'a token that may read nothing': createRefusal(404, null, 1),
  'a token that may read everything': createDataResult(1),
};

/** The results of routes that redirect to a document. They refuse callers who may not see it. */
const redirectingResults = {
  ...securedResults,
  'a token that may read everything': { ...createDataResult(1), status: 303 },
};

/** The results of routes that answer with this status where the caller sees nothing. */
const filteredResultsWith = (status: number) => ({
  ...filteredResults,
  'no token': createRefusal(status, null, 1),
  'a token that may read nothing': createRefusal(status, null, 1),
});

const forbidden = createRefusal(403, null, 1);
const missingScope = createRefusal(403, 'Bearer error="insufficient_scope", scope="write"', 0);

/** What writing routes answer to dry runs. They refuse callers without a token and callers who may only read. */
const writingExpectation: Pick<RouteExpectation, 'expected' | 'exceptions'> = {
  expected: {
    ...securedResults,
    'no token': createRefusal(401, 'Bearer', 0),
    'a token for writing only': forbidden,
    'a token that may read everything': forbidden,
  },
  exceptions: {
    editor: createDataResult(1),
    administrator: createDataResult(1),
    'reader, scope read': missingScope,
  },
};

/** The results of routes about the account of the caller. The rights of Guest do not matter. */
const accountResults = { ...securedResults, 'no token': createRefusal(401, 'Bearer', 0) };

/** The results of routes with which managers change mobile projects. Other accounts only see the projects to which they are invited. */
const managerResults = {
  ...accountResults,
  'a token for writing only': forbidden,
  'a token that may read everything': forbidden,
};
const notFound = createRefusal(404, null, 1);

/** What routes answer that need the right `history`. @param status for a token that may read nothing */
function createHistoryExpectation(
  status: 403 | 404,
): Pick<RouteExpectation, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...securedResults,
      'a token that may read nothing': createRefusal(status, null, 1),
      'a token that may read everything': forbidden,
    },
    exceptions: { editor: createDataResult(1), administrator: createDataResult(1) },
  };
}

const refusedRequest = (status: number) => ({
  administrator: createRefusal(status, null, 1),
  'reader, scope read': missingScope,
});

/**
 * What routes that change spatial views answer to invalid requests. Only administrators get the error of the request.
 * @param status for administrators
 */
function createSpatialViewExpectation(
  status: 400 | 412,
): Pick<RouteExpectation, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...writingExpectation.expected,
      'a token that may read nothing': forbidden,
    },
    exceptions: refusedRequest(status),
  };
}

/** The results of routes that answer every token in the same way. */
function expectForEveryToken(
  expected: ExpectedResult,
): Readonly<Record<TokenKind, ExpectedResult>> {
  return {
    'no token': expected,
    'an invalid token': expected,
    'a token that is no longer valid': expected,
    'a token for writing only': expected,
    'a token that may read nothing': expected,
    'a token that may read everything': expected,
  };
}

/** Pages check only sessions. They redirect every caller with a token to the sign-in. */
const pageExpectation = { expected: expectForEveryToken(createRefusal(303, null, 0)) };

/** The request and the answers of a route without a special case. */
function createUsualExpectation(operation: Operation): Omit<RouteExpectation, 'path'> {
  const { access, capability, formats, method, path, responses, scope } = operation;
  const reads = method === 'GET' || scope === 'read';
  const status = 200 in responses ? 200 : 303;
  if (access === 'session') return reads ? pageExpectation : { form: {}, ...pageExpectation };
  if (/\{(collectionId|nodeid)\}/.test(path)) return { expected: filteredResultsWith(404) };
  if (access === 'optional-token') return { isDataIn: isNonemptyList, expected: filteredResults };
  if (access === 'account') return { expected: accountResults };
  if (access === 'secured') {
    if (!reads) return writingExpectation;
    return { expected: status === 200 ? securedResults : redirectingResults };
  }
  // Of public documents with a page, only the page reads the database: it names the account.
  const calls = capability === 'none' || formats?.includes('html') ? 0 : 1;
  return { expected: expectForEveryToken({ ...createDataResult(calls), status }) };
}

/** How a route differs from the usual request and answers. */
type SpecialCase = Partial<RouteExpectation> & { readonly query?: string };

async function readSpecialCases(
  { service, publicApplication, confidentialApplication }: CallerWorld,
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
  const credentials = { username: 'reader', password: testPassword };
  /** Clients sign in again while they still send a token that is no longer valid. */
  const signInAgain = {
    form: credentials,
    checksPassword: true,
    expected: expectForEveryToken(createDataResult(2)),
  };
  const clientCredentials = {
    client_id: confidentialApplication.clientId,
    client_secret: confidentialApplication.secret,
    token: 'unknown',
  };
  const dryRun = 'format=service-json&dry_run=true';
  const facets = { isDataIn: (body: string) => !body.includes('"counted":0') };
  return {
    'get-ogc-api': { isDataIn: (body) => /"\/collections\/(?!\{)/.test(body) },
    'list-ogc-collections': { isDataIn: hasItemsIn('collections') },
    'list-ogc-items': { query: 'limit=1' },
    'get-ogc-tileset': { isDataIn: hasItemsIn('layers') },
    'get-ogc-tile': { isDataIn: (body) => body !== '', expected: filteredResultsWith(204) },
    'list-graphs-by-id': { isDataIn: (body) => body !== '{"models":{}}' },
    'get-facets': facets,
    'query-facets': facets,
    ...formerSearchRoutes(filteredResults),
    'get-geojson': oneOf('features'),
    'query-geojson': oneOf('features'),
    'get-resource-history': createHistoryExpectation(404),
    'get-resource-activity': createHistoryExpectation(404),
    'get-history': createHistoryExpectation(403),
    'get-history-page': createHistoryExpectation(403),
    'get-history-item': createHistoryExpectation(403),
    'put-resource': { query: `${dryRun}&missing=keep`, body: record },
    'put-resource-of-graph': { query: `${dryRun}&missing=keep`, body: record },
    'create-resource': {
      query: dryRun,
      body: JSON.stringify({ graph_id: examples['graph_id_or_slug'], tiles: [] }),
    },
    'create-resource-of-graph': { query: dryRun, body: record },
    // An edit of the editor waits for a reviewer, but a deletion takes effect at once, so it is refused.
    'delete-resource': {
      query: 'dry_run=true',
      exceptions: { ...writingExpectation.exceptions, editor: forbidden },
    },
    'create-tile': {
      query: 'dry_run=true',
      body: JSON.stringify({ tileid: examples['tile_id'], ...tile }),
    },
    'change-resource-state': { body: JSON.stringify(nilUuid), exceptions: refusedRequest(400) },
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
      exceptions: { editor: createRefusal(404, null, 1), application: createRefusal(404, null, 1) },
    },
    'get-user-profile': {
      expected: {
        ...tokenRefusals,
        'no token': createRefusal(401, 'Bearer', 0),
        'a token that may read nothing': createDataResult(1),
        'a token that may read everything': createDataResult(1),
      },
    },
    'list-spatial-views': {
      isDataIn: isNonemptyList,
      expected: { ...securedResults, 'a token that may read nothing': emptyResult },
    },
    'create-spatial-view': {
      body: JSON.stringify({ slug: 'no place' }),
      ...createSpatialViewExpectation(400),
    },
    'update-spatial-view': {
      body: JSON.stringify({ spatialviewid: examples['spatial_view_id'], language: 'tlh' }),
      ...createSpatialViewExpectation(400),
    },
    'delete-spatial-view': { headers: { 'if-match': '"0"' }, ...createSpatialViewExpectation(412) },
    'list-exports': {
      isDataIn: hasItemsIn('exports'),
      expected: { ...securedResults, 'a token that may read nothing': emptyResult },
    },
    'list-mobile-projects': {
      isDataIn: isNonemptyList,
      expected: { ...accountResults, 'a token that may read nothing': emptyResult },
      // Callers without an invitation have no projects, whatever their rights.
      exceptions: { administrator: emptyResult },
    },
    'create-mobile-project': {
      body: JSON.stringify({ name: 'Another survey' }),
      expected: { ...managerResults, 'a token that may read nothing': forbidden },
      exceptions: {
        administrator: { status: 201, challenge: null, containsData: false, calls: 2 },
        'reader, scope read': missingScope,
      },
    },
    'put-mobile-project': {
      body: JSON.stringify({ active: true }),
      expected: managerResults,
      exceptions: { administrator: createDataResult(1), 'reader, scope read': missingScope },
    },
    'delete-mobile-project': {
      path: `/mobileprojects/${nilUuid}`,
      expected: {
        ...managerResults,
        'a token for writing only': notFound,
        'a token that may read everything': notFound,
      },
      exceptions: { 'reader, scope read': missingScope },
    },
    ...uploadRoutes({
      writing: writingExpectation.expected,
      forbidden,
      notFound,
      missingScope,
    }),
    'get-token': {
      form: credentials,
      expected: {
        ...tokenRefusals,
        'no token': createDataResult(2),
        'a token that may read nothing': createDataResult(3),
        'a token that may read everything': createDataResult(3),
      },
    },
    'get-client-id': signInAgain,
    'get-server-settings': signInAgain,
    'issue-token': {
      ...signInAgain,
      form: { ...credentials, grant_type: 'password', client_id: publicApplication.clientId },
      acceptsBasic: true,
    },
    'revoke-token': { form: clientCredentials, acceptsBasic: true },
    'introspect-token': { form: clientCredentials, acceptsBasic: true },
    // The files are in the builds of the functions.
    'get-asset': { expected: expectForEveryToken(createRefusal(404, null, 0)) },
    // Only its page reads the database.
    'get-landing-page': { expected: expectForEveryToken(createDataResult(0)) },
    'get-readiness': {
      query: 'wake',
      expected: {
        ...managerResults,
        'a token for writing only': tokenRefusals['a token for writing only'],
        'a token that may read nothing': forbidden,
      },
      exceptions: { administrator: createDataResult(1) },
    },
    'show-sign-in': { expected: expectForEveryToken(createDataResult(0)) },
    'sign-in': { form: credentials, expected: expectForEveryToken(createRefusal(403, null, 0)) },
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
    return [operation.id, { path, ...createUsualExpectation(operation), ...specialCase }];
  });
  if (specialCases.size > 0) throw new Error(`No operation: ${[...specialCases.keys()].join()}.`);
  return Object.fromEntries(lines);
}
