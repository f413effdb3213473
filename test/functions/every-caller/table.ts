import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import type { Operation } from '../../../lib/http/operation.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { testPassword } from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import { examplePath, examplesOf, withQuery, type Examples } from '../examples.ts';
import type { Standing } from './caller.ts';
import type { World } from './world.ts';

/** What a caller gets from a route. */
export type Expected = {
  readonly status: number;
  readonly challenge: string | null;
  /** Whether it shows what there is. */
  readonly shows: boolean;
  readonly calls: number;
};

/** One line of the table: how a route is asked, and what each kind of caller gets from it. */
export type Line = {
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** A document. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it checks a password for every caller. */
  readonly signsIn?: boolean;
  /** Whether the scheme Basic is that of an application here, and no token that is not good. */
  readonly takesBasic?: boolean;
  /** Whether an answer 200 shows what there is; it does where this is left out. */
  readonly shows?: (body: string) => boolean;
  readonly expected: Readonly<Record<Standing, Expected>>;
  /** Callers who get something else than others of their standing, by name. */
  readonly exceptions?: Readonly<Record<string, Expected>>;
};

const refusal = (status: number, challenge: string | null, calls: number): Expected => ({
  status,
  challenge,
  shows: false,
  calls,
});

/** What the same callers get from every route that looks at tokens. */
const refused = {
  'a token that is not good': refusal(401, 'Bearer error="invalid_token"', 0),
  'a token that holds no longer': refusal(401, 'Bearer error="invalid_token"', 1),
  'a token for writing only': refusal(403, 'Bearer error="insufficient_scope", scope="read"', 0),
};

const shown = (calls: number): Expected => ({ status: 200, challenge: null, shows: true, calls });
const empty: Expected = { status: 200, challenge: null, shows: false, calls: 1 };

/** Routes that answer everybody with what they may see. */
const filtered = {
  ...refused,
  'no token': empty,
  'a token that shows nothing': empty,
  'a token that shows all': shown(1),
};

/** Routes for which the specification asks for a token; what one may not see looks as if it were not there. */
const secured = {
  ...refused,
  'no token': refusal(401, 'Bearer', 1),
  'a token that shows nothing': refusal(404, null, 1),
  'a token that shows all': shown(1),
};

/** Routes that lead to a document whoever may see what they are the URI of; that tells that it is there. */
const leading = {
  ...secured,
  'a token that shows all': { status: 303, challenge: null, shows: true, calls: 1 },
};

/** Routes that are open to everybody, of something that is not there for who may not read it. */
const found = {
  ...filtered,
  'no token': refusal(404, null, 1),
  'a token that shows nothing': refusal(404, null, 1),
};

const mayNot = refusal(403, null, 1);
const lacksScope = refusal(403, 'Bearer error="insufficient_scope", scope="write"', 0);

/** Routes that write, asked what they would do: nobody writes without a token, and who may only read is refused. */
const writing: Pick<Line, 'expected' | 'exceptions'> = {
  expected: {
    ...secured,
    'no token': refusal(401, 'Bearer', 0),
    'a token for writing only': mayNot,
    'a token that shows all': mayNot,
  },
  exceptions: {
    editor: shown(1),
    administrator: shown(1),
    'reader, scope read': lacksScope,
  },
};

/** Routes about an account's own things: that Guest may read something else says nothing of these. */
const ofAccounts = { ...secured, 'no token': refusal(401, 'Bearer', 0) };

/** Routes by which those write who manage mobile projects; the others may know of the project that they are invited to. */
const ofManagers = {
  ...ofAccounts,
  'a token for writing only': mayNot,
  'a token that shows all': mayNot,
};
const unknownToAll = refusal(404, null, 1);

/** Routes that need the right history. @param status where nothing is shown to a caller with a token */
function ofHistory(status: 403 | 404): Pick<Line, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...secured,
      'a token that shows nothing': refusal(status, null, 1),
      'a token that shows all': mayNot,
    },
    exceptions: { editor: shown(1), administrator: shown(1) },
  };
}

/**
 * Routes that change spatial views, asked for something that is not done: it is told to administrators alone.
 * @param status what they get
 */
function ofViews(status: 400 | 412): Pick<Line, 'expected' | 'exceptions'> {
  return {
    expected: {
      ...writing.expected,
      'a token that shows nothing': mayNot,
    },
    exceptions: {
      administrator: refusal(status, null, 1),
      'reader, scope read': lacksScope,
    },
  };
}

/** Routes that answer everybody alike, whatever token comes. */
function alike(expected: Expected): Readonly<Record<Standing, Expected>> {
  return {
    'no token': expected,
    'a token that is not good': expected,
    'a token that holds no longer': expected,
    'a token for writing only': expected,
    'a token that shows nothing': expected,
    'a token that shows all': expected,
  };
}

/** Routes where one signs in, and a token that comes along besides must be good too. */
const signedInBeside = {
  ...refused,
  'no token': shown(2),
  'a token that shows nothing': shown(3),
  'a token that shows all': shown(3),
};

/** Pages, which know of sessions alone: nobody is signed in here, whatever token comes. */
const page = { expected: alike(refusal(303, null, 0)) };

const isFilled = (body: string): boolean => body !== '[]';

const holdsAny =
  (name: string) =>
  (body: string): boolean => {
    const { [name]: list } = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    return Array.isArray(list) && list.length > 0;
  };

/** What the callers of a route get, where nothing particular is said of it. */
function usual({ access, capability, method, responses, scope }: Operation): Omit<Line, 'path'> {
  const reads = method === 'GET' || scope === 'read';
  const status = 200 in responses ? 200 : 303;
  if (access === 'session') return reads ? page : { form: {}, ...page };
  if (access === 'open') return { shows: isFilled, expected: filtered };
  if (access === 'account') return { expected: ofAccounts };
  if (access === 'secured') {
    if (!reads) return writing;
    return { expected: status === 200 ? secured : leading };
  }
  return { expected: alike({ ...shown(capability === 'none' ? 0 : 1), status }) };
}

/** What is particular to a route: how it is asked, and what is told of it. */
type Particular = Partial<Line> & { readonly query?: string };

async function particulars(
  { service, application, ownApplication }: World,
  examples: Examples,
): Promise<Readonly<Record<string, Particular>>> {
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
  const asItself = {
    client_id: ownApplication.clientId,
    client_secret: ownApplication.secret,
    token: 'unknown',
  };
  const dryRun = 'format=service-json&dry_run=true';
  return {
    'list-ogc-collections': { shows: holdsAny('collections') },
    'get-ogc-collection': { expected: found },
    'list-ogc-items': { query: 'limit=1', expected: found },
    'get-ogc-item': { expected: found },
    'list-graphs-by-id': { shows: (body) => body !== '{"models":{}}' },
    'list-resources': { query: 'limit=1', shows: holdsAny('ldp:contains') },
    'get-geojson': { query: 'limit=1', shows: holdsAny('features') },
    'query-geojson': { query: 'limit=1', shows: holdsAny('features') },
    'get-resource-history': ofHistory(404),
    'get-resource-activity': ofHistory(404),
    'get-history': ofHistory(403),
    'get-history-page': ofHistory(403),
    'get-history-item': ofHistory(403),
    'put-resource': { query: `${dryRun}&missing=keep`, body: record },
    'put-resource-of-graph': { query: `${dryRun}&missing=keep`, body: record },
    'create-resource': {
      query: dryRun,
      body: JSON.stringify({ graph_id: place, tiles: [] }),
    },
    'create-resource-of-graph': { query: dryRun, body: record },
    // What the editor writes waits for a reviewer, and a deletion cannot wait.
    'delete-resource': {
      query: 'dry_run=true',
      exceptions: { ...writing.exceptions, editor: mayNot },
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
        'a token that shows nothing': shown(1),
        'a token that shows all': shown(1),
      },
    },
    'list-spatial-views': {
      shows: isFilled,
      expected: { ...secured, 'a token that shows nothing': empty },
    },
    'create-spatial-view': { body: JSON.stringify({ slug: 'no place' }), ...ofViews(400) },
    'update-spatial-view': {
      body: JSON.stringify({ spatialviewid: examples['spatial_view_id'], language: 'tlh' }),
      ...ofViews(400),
    },
    'delete-spatial-view': { headers: { 'if-match': '"0"' }, ...ofViews(412) },
    'list-exports': {
      shows: holdsAny('exports'),
      expected: { ...secured, 'a token that shows nothing': empty },
    },
    'list-mobile-projects': {
      shows: isFilled,
      expected: { ...ofAccounts, 'a token that shows nothing': empty },
      // Who is not invited has no projects, whatever else may be done.
      exceptions: { administrator: empty },
    },
    'create-mobile-project': {
      body: JSON.stringify({ name: 'Another survey' }),
      expected: { ...ofManagers, 'a token that shows nothing': mayNot },
      exceptions: {
        administrator: { status: 201, challenge: null, shows: false, calls: 2 },
        'reader, scope read': lacksScope,
      },
    },
    'put-mobile-project': {
      body: JSON.stringify({ active: true }),
      expected: ofManagers,
      exceptions: { administrator: shown(1), 'reader, scope read': lacksScope },
    },
    'delete-mobile-project': {
      path: `/mobileprojects/${nilUuid}`,
      expected: {
        ...ofManagers,
        'a token for writing only': unknownToAll,
        'a token that shows all': unknownToAll,
      },
      exceptions: { 'reader, scope read': lacksScope },
    },
    'get-token': { form: credentials, expected: signedInBeside },
    'get-client-id': { form: credentials, signsIn: true, expected: signedInBeside },
    'get-server-settings': { form: credentials, signsIn: true, expected: signedInBeside },
    'issue-token': {
      form: { ...credentials, grant_type: 'password', client_id: application.clientId },
      signsIn: true,
      takesBasic: true,
      expected: alike(shown(2)),
    },
    'revoke-token': { form: asItself, takesBasic: true },
    'introspect-token': { form: asItself, takesBasic: true },
    'show-sign-in': { expected: alike(shown(0)) },
    'sign-in': { form: credentials, expected: alike(refusal(403, null, 0)) },
    'register-application': { form: { name: 'Mine' } },
    'update-application': { form: { name: 'Mine' } },
  };
}

/**
 * The table: one line for each operation, by its id.
 * @throws Error when something particular is said of an operation that there is none of
 */
export async function everyLine(
  world: World,
  operations: readonly Operation[],
): Promise<Readonly<Record<string, Line>>> {
  const examples = await examplesOf(world.service);
  const particular = new Map(Object.entries(await particulars(world, examples)));
  const lines = operations.map((operation): readonly [string, Line] => {
    const { query, ...said } = particular.get(operation.id) ?? {};
    particular.delete(operation.id);
    const path = withQuery(examplePath(operation, examples), query);
    return [operation.id, { path, ...usual(operation), ...said }];
  });
  if (particular.size > 0) throw new Error(`No operation: ${[...particular.keys()].join()}.`);
  return Object.fromEntries(lines);
}
