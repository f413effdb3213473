import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { oldMill, resourceIds } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  refusalOf,
  tileOf,
  withTile,
  withValue,
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let reviewer: TestWriter;
let mill: MillRecord;

beforeAll(async () => {
  process.env['HDS_REQUIRE_IF_MATCH'] = 'true';
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
});

afterAll(async () => {
  delete process.env['HDS_REQUIRE_IF_MATCH'];
  await mills?.service.close();
});

type StringRecord = Readonly<Record<string, string>>;

const { appellation, name } = millNodes;
const path = `/resources/${oldMill}`;
const newPath = `/resources/mill/${id(799)}?format=service-json`;
const tileBody = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
const renamed = (): MillRecord => withTile(mill, withValue(tileOf(mill), name, 'Second Mill'));

const sendValue = (fields: StringRecord, headers: StringRecord): Promise<Response> =>
  reviewer.sendRequest('POST', '/api/node_value/', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });

/** All requests that change a stored resource instance. */
const changes: readonly (readonly [
  title: string,
  send: (headers: StringRecord) => Promise<Response>,
])[] = [
  ['PUT /resources/{id}', (headers) => reviewer.sendRequest('PUT', recordPath, renamed(), headers)],
  [
    'PUT /resources/{id} of JSON-LD',
    async (headers) => {
      const text = await (await reviewer.sendRequest('GET', path)).text();
      return reviewer.sendRequest('PUT', path, text.replace('Old Mill', 'Second Mill'), headers);
    },
  ],
  [
    'PUT /resources/{graph}/{id}',
    (headers) => reviewer.sendRequest('PUT', `/resources/mill/${oldMill}`, renamed(), headers),
  ],
  ['DELETE /resources/{id}', (headers) => reviewer.sendRequest('DELETE', path, undefined, headers)],
  [
    'POST /api/tiles/{id}',
    (headers) =>
      reviewer.sendRequest('POST', `/api/tiles/${tileOf(mill).tileid}`, tileBody, headers),
  ],
  [
    'POST /api/tiles of a new tile',
    (headers) =>
      reviewer.sendRequest(
        'POST',
        '/api/tiles',
        { ...tileBody, resourceinstance_id: oldMill },
        headers,
      ),
  ],
  [
    'POST /api/node_value',
    (headers) =>
      sendValue({ nodeid: name, tileid: tileOf(mill).tileid, data: 'Second Mill' }, headers),
  ],
];

describe.each(changes)('%s with HDS_REQUIRE_IF_MATCH', (_, send) => {
  it('is refused with 428 without If-Match, and nothing is stored', async () => {
    const before = await mills.traces();
    expect(await refusalOf(await send({}))).toEqual([428, 'precondition_required', []]);
    expect(await mills.traces()).toBe(before);
  });

  it('is stored with the current ETag', async () => {
    const before = await mills.traces();
    const tag = (await reviewer.sendRequest('GET', path)).headers.get('etag') ?? '';
    expect((await send({ 'if-match': tag })).status).toBe(200);
    expect(await mills.traces()).not.toBe(before);
  });
});

describe('the creation of a resource instance with HDS_REQUIRE_IF_MATCH', () => {
  it.each([
    ['PUT /resources/{graph}/{id}', 201, () => reviewer.sendRequest('PUT', newPath, { tiles: [] })],
    [
      'POST /resources/{graph}',
      201,
      () => reviewer.sendRequest('POST', '/resources/mill?format=service-json', mill),
    ],
    ['POST /api/tiles', 200, () => reviewer.sendRequest('POST', '/api/tiles', tileBody)],
    ['POST /api/node_value', 200, () => sendValue({ nodeid: name, data: 'Windmill' }, {})],
  ])('needs no If-Match: %s', async (_, status, create) => {
    expect((await create()).status).toBe(status);
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  it('may be repeated with the same Idempotency-Key', async () => {
    const create = () =>
      reviewer.sendRequest('POST', '/resources/mill?format=service-json', mill, {
        'idempotency-key': 'once',
      });
    expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  it('is refused with 428 without If-Match when its PUT is repeated', async () => {
    await reviewer.sendRequest('PUT', newPath, { tiles: [] });
    expect((await reviewer.sendRequest('PUT', newPath, { tiles: [] })).status).toBe(428);
  });
});
