import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill, resourceIds } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, refusalOf, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/* A tile does not bring a deleted resource instance back. A document does, because it says so. */

const { appellation, name } = millNodes;
const newMill = id(503);

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const tile = { nodegroup_id: appellation, data: { [name]: 'Old Mill' } };
const writes: readonly (readonly [
  string,
  (who: TestWriter, resource: string, query?: string) => Promise<Response>,
])[] = [
  [
    'POST /api/tiles/{id}',
    (who, resource, query = '') =>
      who.sendRequest('POST', `/api/tiles/${id(601)}${query}`, {
        ...tile,
        resourceinstance_id: resource,
      }),
  ],
  [
    'POST /api/tiles',
    (who, resource, query = '') =>
      who.sendRequest('POST', `/api/tiles${query}`, { ...tile, resourceinstance_id: resource }),
  ],
  [
    'POST /api/node_value',
    (who, resource, query = '') =>
      sendForm(who, `/api/node_value/${query}`, {
        nodeid: name,
        data: 'Old Mill',
        resourceinstanceid: resource,
      }),
  ],
];

describe.each(writes)('%s', (_, send) => {
  it('answers 404 for a deleted resource instance, also in a dry run, and stores nothing', async () => {
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    const before = await mills.traces();
    for (const who of [reviewer, mills.writers.author, mills.writers.administrator]) {
      for (const query of ['?dry_run=true', '']) {
        const answer = await send(who, oldMill, query);
        expect((await refusalOf(answer)).slice(0, 2)).toEqual([404, 'not_found']);
      }
    }
    expect(await mills.traces()).toBe(before);
    expect(await resourceIds(mills.service)).toEqual([neighbour]);
  });

  it('is stored in a resource instance that was created again with the id of a deleted one', async () => {
    const stored = await readRecord(reviewer);
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    expect((await reviewer.sendRequest('PUT', recordPath, stored)).status).toBe(201);
    expect((await send(reviewer, oldMill)).status).toBe(200);
  });

  it('creates a resource instance with an id that was not used before', async () => {
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    expect((await send(reviewer, newMill)).status).toBe(200);
    expect(await resourceIds(mills.service)).toEqual([neighbour, newMill]);
  });
});
