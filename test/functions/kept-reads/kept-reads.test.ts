import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listPreparedStatementFiles } from '../../../infra/schema/prepared-statements.ts';
import { encodeCursor } from '../../../lib/http/parameters/cursor.ts';
import { toPreparedStatement } from '../../../lib/data-api/prepared-statements.ts';
import type { Statement } from '../../../lib/data-api/sql.ts';
import {
  createTestAccount,
  createTestApplication,
  fetchTokens,
  testPassword,
} from '../../support/accounts.ts';
import { openSampleService, queryColumn } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import {
  largeThesaurusConceptId,
  thirdOfUnescoSize,
  writeLargeThesaurus,
} from '../../support/large-thesaurus.ts';
import { readRouteExamples, type RouteExamples } from '../examples.ts';
import { openVisitor, type Visitor } from '../oauth/visitor.ts';
import { browserAccept, openToGuestWithHistory } from '../pages/data-pages.ts';
import { clientReads, fillPath, largeReads, type ClientReads } from './reads.ts';

type Caller = 'Guest' | 'an account';

/** A read of a client, as it was answered. */
type AnsweredRead = {
  readonly title: string;
  readonly status: number;
  /** How many statements it sent as text. */
  readonly texts: number;
  /** The address of the next page, if any. */
  readonly next: string | undefined;
};

let service: TestService;
let examples: RouteExamples;
/** A browser in which an account is signed in. */
let browser: Visitor;
let token: string;
const answered: AnsweredRead[] = [];
const calledNames = new Set<string>();

/** Three tiles whose features do not fit into one call, so that clients read them in several. */
const makeLargeFeatures = `update tile t
set data = jsonb_set(
  t.data,
  array[n.node_id::text],
  jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(jsonb_build_object(
    'type', 'Feature',
    'properties', '{}'::jsonb,
    'geometry', jsonb_build_object('type', 'LineString', 'coordinates', (
      select jsonb_agg(jsonb_build_array((s.step / 1000.0)::float8, (50 + s.step / 10000.0)::float8))
      from generate_series(1, 20000) s (step)
    ))
  )))
)
from node n
where n.holds = 'geometry'
  and n.nodegroup_id = t.nodegroup_id
  and t.tile_id in (
    select f.tile_id
    from feature f
    where f.resource_id <> '{resource_instance_id}'
    order by f.resource_id desc, f.tile_id desc
    limit 3
  )`;

beforeAll(async () => {
  service = await openSampleService();
  await openToGuestWithHistory(service);
  await writeLargeThesaurus(service.stack, thirdOfUnescoSize);
  const reader = await createTestAccount(service, 'reader', { groups: ['Resource Editor'] });
  const { clientId } = await createTestApplication(service, reader);
  ({ access_token: token } = await fetchTokens(service, 'reader', clientId));
  browser = openVisitor(service);
  await browser.signIn('reader');
  examples = await readExamples();
  for (const reads of clientReads) await replay(reads);
  await service.stack.owner.write({ text: fillPath(makeLargeFeatures, examples), parameters: [] });
  await replay(largeReads);
  await signInWithForm();
}, 600_000);

afterAll(async () => service?.close());

/** Reads the profile as clients of the platform do before they have a token: with a form. */
async function signInWithForm(): Promise<void> {
  service.stack.server.counters.reset();
  const body = new URLSearchParams({ username: 'reader', password: testPassword });
  const { status } = await service.fetch('/auth/user_profile', { method: 'POST', body });
  const { texts, keptCalls } = service.stack.server.counters.read();
  for (const name of Object.keys(keptCalls)) calledNames.add(name);
  answered.push({ title: 'POST /auth/user_profile', status, texts, next: undefined });
}

async function readExamples(): Promise<RouteExamples> {
  const routeExamples = await readRouteExamples(service);
  const { resource_instance_id: resource = '', nodeid = '' } = routeExamples;
  const [nodegroup = '', tileNodegroup = ''] = await queryColumn(
    service,
    `select distinct nodegroup_id::text from tile where resource_id = '${resource}' order by 1 limit 2`,
  );
  const [geometryTile = ''] = await queryColumn(
    service,
    `select min(tile_id::text) from feature where resource_id = '${resource}' and node_id = '${nodeid}'`,
  );
  return {
    ...routeExamples,
    nodegroup_id: nodegroup,
    tile_nodegroup_id: tileNodegroup,
    geometry_tile_id: geometryTile,
    cursor: encodeCursor(resource),
    large_thesaurus_id: largeThesaurusConceptId(7, 0),
  };
}

/** Sends the reads of a client, and the next page that an answer names. */
async function replay(reads: ClientReads): Promise<void> {
  const { callers = ['Guest', 'an account'], paths } = reads;
  for (const path of paths) {
    for (const caller of callers) {
      const { next } = await send(reads, caller, fillPath(path, examples));
      if (next !== undefined) await send(reads, caller, next);
    }
  }
}

async function fetchWhole(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Pick<Response, 'status' | 'headers'>> {
  const response = await service.fetch(path, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

async function send(
  { client, accept, tokenHeader = 'authorization' }: ClientReads,
  caller: Caller,
  path: string,
): Promise<AnsweredRead> {
  service.stack.server.counters.reset();
  const { status, headers } =
    accept === browserAccept && caller === 'an account'
      ? await browser.get(path, { accept })
      : await fetchWhole(path, {
          ...(caller === 'Guest' ? {} : { [tokenHeader]: `Bearer ${token}` }),
          ...(accept === undefined ? {} : { accept }),
        });
  const { texts, keptCalls } = service.stack.server.counters.read();
  for (const name of Object.keys(keptCalls)) calledNames.add(name);
  const link = /<https?:\/\/[^/]+([^>]+)>; *rel="?next"?/.exec(headers.get('link') ?? '');
  const read = {
    title: `${client}, ${caller}: ${path}`,
    status,
    texts,
    next: link?.[1],
  };
  answered.push(read);
  return read;
}

/** Files with the reads of writing requests, of signing in, and of servers that check a token. */
const filesOfWriters: ReadonlySet<string> = new Set([
  'resources/resource-to-change.ts',
  'resources/resource-to-delete.ts',
  'sign-in/sessions.ts',
  'tokens/introspect-token.ts',
]);

const changesData = ({ text }: Statement): boolean =>
  /\b(?:insert into|update|delete from)\b/.test(text);

describe('the reads that clients send', () => {
  it('are all valid', () => {
    const refused = answered.filter(({ status }) => ![200, 204, 303, 401, 404].includes(status));
    expect(refused.map(({ title, status }) => `${status} ${title}`)).toEqual([]);
  });

  it('send no statement to the database as text, except those for values that have words, and for filters', () => {
    const texts = answered.filter((answer) => answer.texts > 0).map(({ title }) => title);
    expect(texts.filter((title) => !/\?(?:q|filter)=/.test(title))).toEqual([]);
  });

  it('use every kept statement that reads', async () => {
    const files = await listPreparedStatementFiles();
    const unused = files
      .filter(({ name }) => !filesOfWriters.has(name))
      .flatMap(({ name, statements }) =>
        statements.flatMap((statement, index) =>
          changesData(statement) || calledNames.has(toPreparedStatement(statement).name)
            ? []
            : [`${name}: variant ${index} of ${statements.length}`],
        ),
      );
    expect(unused).toEqual([]);
  });
});
