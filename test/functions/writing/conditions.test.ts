import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
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
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
});

afterAll(async () => mills?.service.close());

const { name, appellation } = millNodes;
const path = `/resources/${oldMill}`;
const renamed = (text: string): MillRecord => withTile(mill, withValue(tileOf(mill), name, text));
const tagOf = (response: Response): string => response.headers.get('etag') ?? '';
const put = (text: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  reviewer.sendRequest('PUT', recordPath, renamed(text), headers);

describe('If-Match', () => {
  it.each(['json-ld', 'service-json', 'json', 'turtle'])(
    'accepts the ETag of a GET in %s',
    async (format) => {
      const tag = tagOf(await reviewer.sendRequest('GET', `${path}?format=${format}`));
      expect((await put('Second Mill', { 'if-match': tag })).status).toBe(200);
    },
  );

  it('accepts the ETag of the previous write', async () => {
    const first = await put('Second Mill', {});
    expect((await put('Third Mill', { 'if-match': tagOf(first) })).status).toBe(200);
  });

  it('accepts a list that contains the ETag, and * for any version', async () => {
    const tag = tagOf(await reviewer.sendRequest('GET', path));
    expect((await put('Second Mill', { 'if-match': `"77-x", ${tag}` })).status).toBe(200);
    expect((await put('Third Mill', { 'if-match': '*' })).status).toBe(200);
  });

  it('refuses an outdated, weak or invalid ETag with 412, and nothing is stored', async () => {
    const tag = tagOf(await reviewer.sendRequest('GET', path));
    await put('Second Mill', {});
    const before = await mills.traces();
    for (const match of [tag, `W/${tag}`, 'mill', '']) {
      expect(await refusalOf(await put('Third Mill', { 'if-match': match }))).toEqual([
        412,
        'precondition_failed',
        [],
      ]);
    }
    expect(await mills.traces()).toBe(before);
  });

  it('refuses the ETag of a resource instance that was deleted and created again with the same id', async () => {
    const address = `/resources/mill/${id(799)}?format=service-json`;
    const create = async (): Promise<string> =>
      tagOf(await reviewer.sendRequest('PUT', address, { tiles: [] }));
    const tag = await create();
    await reviewer.sendRequest('DELETE', `/resources/${id(799)}`);
    expect(await create()).not.toBe(tag);
    const headers = { 'if-match': tag };
    expect((await reviewer.sendRequest('PUT', address, { tiles: [] }, headers)).status).toBe(412);
    const remove = reviewer.sendRequest('DELETE', `/resources/${id(799)}`, undefined, headers);
    expect((await remove).status).toBe(412);
  });

  it('accepts the ETag of the creation', async () => {
    const address = `/resources/mill/${id(799)}?format=service-json`;
    const headers = {
      'if-match': tagOf(await reviewer.sendRequest('PUT', address, { tiles: [] })),
    };
    const path = `/resources/${id(799)}`;
    expect((await reviewer.sendRequest('DELETE', path, undefined, headers)).status).toBe(200);
  });

  it('refuses with 412 to create a resource instance', async () => {
    const answer = await reviewer.sendRequest(
      'PUT',
      `/resources/mill/${id(799)}?format=service-json`,
      { tiles: [] },
      { 'if-match': '*' },
    );
    expect((await refusalOf(answer)).slice(0, 2)).toEqual([412, 'precondition_failed']);
  });

  it('is also checked for deletions and for writes of a tile', async () => {
    const headers = { 'if-match': '"77-x"' };
    const { tileid } = tileOf(mill);
    const body = { nodegroup_id: appellation, data: { [name]: 'Second Mill' } };
    const before = await mills.traces();
    expect((await reviewer.sendRequest('DELETE', path, undefined, headers)).status).toBe(412);
    expect((await reviewer.sendRequest('POST', `/api/tiles/${tileid}`, body, headers)).status).toBe(
      412,
    );
    expect(await mills.traces()).toBe(before);
  });
});

describe('If-None-Match: *', () => {
  const headers = { 'if-none-match': '*' };

  it('creates a resource instance that does not exist', async () => {
    const answer = await reviewer.sendRequest(
      'PUT',
      `/resources/mill/${id(799)}?format=service-json`,
      { tiles: [] },
      headers,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `${baseUrl}/resources/${id(799)}`,
    ]);
  });

  it('refuses with 412 to write a resource instance that exists', async () => {
    expect((await put('Second Mill', headers)).status).toBe(412);
  });
});

describe('Idempotency-Key', () => {
  const post = (key: string, document: unknown, to = '/resources/mill?format=service-json') =>
    reviewer.sendRequest('POST', to, document, { 'idempotency-key': key });

  it('repeats the answer to the same request, and creates one resource instance', async () => {
    const answers = [await post('once', mill), await post('once', mill)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.headers.get('location')).toBe(answers[1]?.headers.get('location'));
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  it('creates one resource instance for two requests at the same moment', async () => {
    const answers = await Promise.all([post('at once', mill), post('at once', mill)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  const expireKeys = (): Promise<void> =>
    runStatement(
      mills.service,
      `update idempotency_key set created_at = created_at - interval '25 hours'`,
    );

  it('can be used again after 24 hours, for another request too, and then repeats the new answer', async () => {
    const before = await post('daily', mill);
    await expireKeys();
    const answers = [
      await post('daily', renamed('Second Mill')),
      await post('daily', renamed('Second Mill')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [first, repeated] = answers.map(({ headers }) => headers.get('location'));
    expect(repeated).toBe(first);
    expect(first).not.toBe(before.headers.get('location'));
  });

  it('creates one resource instance for requests at the same moment with a key of the day before', async () => {
    await post('at once', mill);
    await expireKeys();
    const count = (await resourceIds(mills.service)).length;
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('at once', mill)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await resourceIds(mills.service)).toHaveLength(count + 1);
  });

  it('refuses a different request with the same key: 422', async () => {
    await post('once', mill);
    expect(await refusalOf(await post('once', renamed('Second Mill')))).toEqual([
      422,
      'idempotency_key_reused',
      [],
    ]);
  });

  it('can be the same for two accounts, which both create a resource instance', async () => {
    await post('once', mill);
    const answer = await mills.writers.administrator.sendRequest(
      'POST',
      '/resources/mill?format=service-json',
      mill,
      { 'idempotency-key': 'once' },
    );
    expect(answer.status).toBe(201);
    expect(await resourceIds(mills.service)).toHaveLength(4);
  });

  it('is not stored by a dry run', async () => {
    await post('once', mill, '/resources/mill?format=service-json&dry_run=true');
    expect((await post('once', renamed('Second Mill'))).status).toBe(201);
  });

  it('creates one tile for two equal requests', async () => {
    const { tileid: _, ...tile } = { ...tileOf(mill), resourceinstance_id: oldMill };
    const first: unknown = await (await post('tile', tile, '/api/tiles')).json();
    const second: unknown = await (await post('tile', tile, '/api/tiles/')).json();
    expect(second).toEqual(first);
    expect(await queryColumn(mills.service, 'select count(*) from tile')).toEqual([
      String(mill.tiles.length + 3),
    ]);
  });

  it('is refused with 422 if the same tile is sent to the path of another tile id', async () => {
    const { tileid: _, ...tile } = { ...tileOf(mill), resourceinstance_id: oldMill };
    await post('tile', tile, `/api/tiles/${id(701)}`);
    const repeated = await post('tile', tile, `/api/tiles/${id(702)}`);
    expect((await refusalOf(repeated)).slice(0, 2)).toEqual([422, 'idempotency_key_reused']);
  });

  it.each(['', 'x'.repeat(256), 'clé'])('is refused with 400 if it is %j', async (key) => {
    const before = await mills.traces();
    expect(await refusalOf(await post(key, mill))).toEqual([
      400,
      'invalid_input',
      ['invalid /idempotency-key'],
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it('is optional', async () => {
    const answers = [
      await reviewer.sendRequest('POST', '/resources/mill?format=service-json', mill),
      await reviewer.sendRequest('POST', '/resources/mill?format=service-json', mill),
    ];
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(2);
  });
});
