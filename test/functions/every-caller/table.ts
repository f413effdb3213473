import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { password } from '../../support/accounts.ts';
import { column } from '../../support/sample.ts';
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
const page = (path: string, form?: Line['form']): Line => ({
  path,
  ...(form === undefined ? {} : { form }),
  expected: alike(refusal(303, null, 0)),
});

const isFilled = (body: string): boolean => body !== '[]';

const holdsAny =
  (name: string) =>
  (body: string): boolean => {
    const { [name]: list } = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    return Array.isArray(list) && list.length > 0;
  };

/** The table: one line for each operation, by its id. */
export async function everyLine(world: World): Promise<Readonly<Record<string, Line>>> {
  const { service, application, ownApplication } = world;
  const [scheme] = await column(
    service,
    "select concept_id::text from concept where node_type = 'ConceptScheme' order by 1",
  );
  const [tile, node] = await column(
    service,
    `select unnest(array[t.tile_id, n.node_id])::text
from (select * from tile where resource_id = '${exampleResourceId}' order by tile_id limit 1) t
join node n on n.node_id = t.nodegroup_id`,
  );
  const [reader] = await column(
    service,
    "select account_id::text from account where username = 'reader'",
  );
  const [nodegroup] = await column(
    service,
    `select nodegroup_id::text from tile where tile_id = '${tile}'`,
  );
  const [textTile, textNode] = await column(
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
  const model = 'heritage-place';
  const record = JSON.stringify({ tiles: [] });
  const place = await column(service, `select graph_id::text from graph where slug = '${model}'`);
  const newRecord = JSON.stringify({ graph_id: place[0], tiles: [] });
  const credentials = { username: 'reader', password };
  const asItself = {
    client_id: ownApplication.clientId,
    client_secret: ownApplication.secret,
    token: 'unknown',
  };
  const registered = '/o/applications/00000000-0000-4000-8000-000000000001';
  return {
    'list-resources': {
      path: '/resources/?limit=1',
      shows: holdsAny('ldp:contains'),
      expected: filtered,
    },
    'get-geojson': { path: '/geojson?limit=1', shows: holdsAny('features'), expected: filtered },
    'get-resource': { path: `/resources/${exampleResourceId}`, expected: secured },
    'get-resource-history': {
      path: `/resources/${exampleResourceId}/history`,
      expected: { ...secured, 'a token that shows all': mayNot },
      exceptions: { editor: shown(1), administrator: shown(1) },
    },
    'put-resource': {
      path: `/resources/${exampleResourceId}?format=service-json&missing=keep&dry_run=true`,
      body: record,
      ...writing,
    },
    'put-resource-of-graph': {
      path: `/resources/${model}/${exampleResourceId}?format=service-json&missing=keep&dry_run=true`,
      body: record,
      ...writing,
    },
    'create-resource': {
      path: '/resources?format=service-json&dry_run=true',
      body: newRecord,
      ...writing,
    },
    'create-resource-of-graph': {
      path: `/resources/${model}?format=service-json&dry_run=true`,
      body: record,
      ...writing,
    },
    'delete-resource': { path: `/resources/${exampleResourceId}?dry_run=true`, ...writing },
    'create-tile': {
      path: '/api/tiles?dry_run=true',
      body: JSON.stringify({
        tileid: tile,
        nodegroup_id: nodegroup,
        resourceinstance_id: exampleResourceId,
        data: {},
      }),
      ...writing,
    },
    'write-tile': {
      path: `/api/tiles/${tile}?dry_run=true`,
      body: JSON.stringify({
        nodegroup_id: nodegroup,
        resourceinstance_id: exampleResourceId,
        data: {},
      }),
      ...writing,
    },
    'write-node-value': {
      path: '/api/node_value/?dry_run=true',
      form: {
        nodeid: textNode ?? '',
        tileid: textTile ?? '',
        resourceinstanceid: exampleResourceId,
        data: 'another text',
      },
      ...writing,
    },
    'get-concept': { path: `/rdm/concepts/${scheme}?depthlimit=0`, expected: secured },
    'list-graphs': { path: '/graphs', shows: isFilled, expected: filtered },
    'get-graph': { path: `/graphs/${model}`, expected: secured },
    'list-nodes': { path: '/api/nodes?datatype=edtf', shows: isFilled, expected: filtered },
    'get-node': { path: `/api/nodes/${node}`, expected: secured },
    'get-tile': { path: `/api/tiles/${tile}`, expected: secured },
    'see-tile-node': { path: `/tile/${tile}/node/${node}`, expected: leading },
    'get-instance-permissions': {
      path: `/api/instance_permissions?resourceinstanceid=${exampleResourceId}`,
      expected: secured,
    },
    'get-user': {
      path: `/user/${reader}`,
      expected: { ...secured, 'no token': refusal(401, 'Bearer', 0) },
      exceptions: { editor: refusal(404, null, 1), application: refusal(404, null, 1) },
    },
    'get-user-profile': {
      path: '/auth/user_profile',
      expected: {
        ...refused,
        'no token': refusal(401, 'Bearer', 0),
        'a token that shows nothing': shown(1),
        'a token that shows all': shown(1),
      },
    },
    'get-token': {
      path: '/auth/get_token',
      form: credentials,
      expected: signedInBeside,
    },
    'get-client-id': {
      path: '/auth/get_client_id',
      form: credentials,
      signsIn: true,
      expected: signedInBeside,
    },

    'see-graph': {
      path: '/graph/3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f',
      expected: alike({ status: 303, challenge: null, shows: true, calls: 0 }),
    },
    'see-concept': {
      path: '/concepts/3f2a9a30-7c1c-4e0e-9d0a-5b1f6c7d8e9f',
      expected: alike({ status: 303, challenge: null, shows: true, calls: 0 }),
    },
    'get-context': { path: '/contexts/heritage.jsonld', expected: alike(shown(0)) },
    health: { path: '/health', expected: alike(shown(0)) },
    'public-keys': { path: '/.well-known/jwks.json', expected: alike(shown(1)) },
    'authorization-server-metadata': {
      path: '/.well-known/oauth-authorization-server',
      expected: alike(shown(0)),
    },
    'issue-token': {
      path: '/o/token',
      form: { ...credentials, grant_type: 'password', client_id: application.clientId },
      signsIn: true,
      takesBasic: true,
      expected: alike(shown(2)),
    },
    'revoke-token': {
      path: '/o/revoke_token',
      form: asItself,
      takesBasic: true,
      expected: alike(shown(1)),
    },
    'introspect-token': {
      path: '/o/introspect',
      form: asItself,
      takesBasic: true,
      expected: alike(shown(1)),
    },

    'show-sign-in': { path: '/o/sign-in', expected: alike(shown(0)) },
    'sign-in': {
      path: '/o/sign-in',
      form: credentials,
      expected: alike(refusal(403, null, 0)),
    },
    'sign-out': page('/o/sign-out', {}),
    'list-applications': page('/o/applications/'),
    'show-application-registration': page('/o/applications/register'),
    'register-application': page('/o/applications/register', { name: 'Mine' }),
    'get-application': page(registered),
    'show-application-update': page(`${registered}/update`),
    'update-application': page(`${registered}/update`, { name: 'Mine' }),
    'show-application-deletion': page(`${registered}/delete`),
    'delete-application': page(`${registered}/delete`, {}),
    'replace-client-secret': page(`${registered}/secret`, {}),
  };
}
