import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { everyWrite, oldMill } from './every-write.ts';
import type { MillService, WriteRequest } from './mill-service.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, recordPath, tileOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

let mills: Mills;
let author: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ author } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const millServiceFor = (writer: TestWriter): MillService => ({
  service: mills.service,
  sendRequest: async ({ method, path, body, headers }) =>
    writer.sendRequest(method, path, body, headers),
});

/** Sends a write as an account. */
async function send(
  writer: TestWriter,
  request: (millService: MillService, amount: 'little') => Promise<WriteRequest>,
  query = '',
): Promise<Response> {
  const millService = millServiceFor(writer);
  const { path, ...requestWithoutPath } = await request(millService, 'little');
  return millService.sendRequest({
    ...requestWithoutPath,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
  });
}

/** The ids of the tiles with a proposal of the author. */
const proposedTileIds = async (): Promise<readonly string[]> =>
  queryColumn(
    mills.service,
    `select tile_id::text from tile where provisional_edits ? '${author.accountId}' order by tile_id`,
  );

/** The number of tiles in the header X-Pending-Review, and their ids. */
function pendingHeaderOf(answer: Response): readonly [count: string, tileIds: readonly string[]] {
  const [count = '', ...tileIds] = (answer.headers.get('x-pending-review') ?? '').split(' ');
  return [count, tileIds.toSorted()];
}

const pendingReviewBody = z.looseObject({ pending_review: z.array(z.string()).optional() });
const pendingReviewOf = async (answer: Response): Promise<readonly string[] | undefined> =>
  pendingReviewBody.parse(await answer.json()).pending_review?.toSorted();

const writes = everyWrite.filter(({ title }) => !title.startsWith('DELETE'));

describe.each(writes)('the answer to $title by an author', ({ request, retryStatus }) => {
  it('lists the tiles that wait for a reviewer', async () => {
    const answer = await send(author, request);
    const tileIds = await proposedTileIds();
    expect(tileIds).not.toEqual([]);
    expect(pendingHeaderOf(answer)).toEqual([String(tileIds.length), tileIds]);
    const isJsonLd = answer.headers.get('content-type')?.startsWith('application/ld+json');
    expect(await pendingReviewOf(answer)).toEqual(isJsonLd ? undefined : tileIds);
  });

  it('lists in a dry run as many tiles as the write proposes, in the header and the body', async () => {
    const dryRun = await send(author, request, 'dry_run=true');
    expect(await proposedTileIds()).toEqual([]);
    const [count, tileIds] = pendingHeaderOf(dryRun);
    expect(await pendingReviewOf(dryRun)).toEqual(tileIds);
    await send(author, request);
    expect(count).toBe(String((await proposedTileIds()).length));
  });

  it.skipIf(retryStatus === undefined || retryStatus >= 400)(
    'lists the tiles again when the request is repeated',
    async () => {
      await send(author, request);
      const again = await send(author, request);
      const tileIds = await proposedTileIds();
      expect(pendingHeaderOf(again)).toEqual([String(tileIds.length), tileIds]);
    },
  );

  it('lists no tiles if a reviewer sends the request', async () => {
    const answer = await send(mills.writers.reviewer, request);
    expect(answer.headers.has('x-pending-review')).toBe(false);
    expect(await answer.text()).not.toContain('pending_review');
  });
});

describe('tiles that wait for a reviewer', () => {
  const rename = async (writer: TestWriter, text: string): Promise<Response> => {
    const { tileid, nodegroup_id } = tileOf(await readRecord(writer));
    const data = { [millNodes.name]: text };
    return writer.sendRequest('POST', `/api/tiles/${tileid}`, { nodegroup_id, data });
  };

  it('are listed only for the author of their proposal', async () => {
    await rename(author, 'Burnt Mill');
    const { anotherAuthor, reviewer } = mills.writers;
    for (const writer of [anotherAuthor, reviewer]) {
      const unchanged = await writer.sendRequest('PUT', recordPath, await readRecord(writer));
      expect([unchanged.status, unchanged.headers.has('x-pending-review')]).toEqual([200, false]);
    }
    const [count, tileIds] = pendingHeaderOf(await rename(anotherAuthor, 'Black Mill'));
    expect([count, tileIds]).toEqual(['1', [tileOf(await readRecord(reviewer)).tileid]]);
  });

  it('are not listed if the author sends back the document of GET', async () => {
    await rename(author, 'Burnt Mill');
    const text = await (await author.sendRequest('GET', `/resources/${oldMill}`)).text();
    const unchanged = await author.sendRequest('PUT', `/resources/${oldMill}`, text);
    expect([unchanged.status, unchanged.headers.has('x-pending-review')]).toEqual([200, false]);
  });

  it('are marked on the page of the record for its author and reviewers only', async () => {
    await rename(author, 'Burnt Mill');
    const mark = 'A proposed change waits for a review.';
    const isMarkedFor = async (writer: TestWriter): Promise<boolean> => {
      const page = await writer.sendRequest('GET', `/resources/${oldMill}?format=html`);
      expect(page.status).toBe(200);
      return (await page.text()).includes(mark);
    };
    expect(await isMarkedFor(author)).toBe(true);
    expect(await isMarkedFor(mills.writers.reviewer)).toBe(true);
    expect(await isMarkedFor(mills.writers.anotherAuthor)).toBe(false);
    expect(await isMarkedFor(mills.writers.reader)).toBe(false);
  });

  it('are listed if the author proposes their deletion, and not if the author withdraws a new tile', async () => {
    const mill = await readRecord(author);
    const [first, ...others] = mill.tiles;
    const deletion = await author.sendRequest('PUT', recordPath, { ...mill, tiles: others });
    expect(pendingHeaderOf(deletion)).toEqual(['1', [first?.tileid]]);
    await mills.reset();
    const { tileid: _, ...tileWithoutId } = tileOf(mill);
    await author.sendRequest('POST', '/api/tiles', {
      ...tileWithoutId,
      resourceinstance_id: oldMill,
    });
    const withdrawal = await author.sendRequest('PUT', recordPath, mill);
    expect([withdrawal.status, withdrawal.headers.has('x-pending-review')]).toEqual([200, false]);
  });

  it('are in a header that scripts of any origin may read', async () => {
    const answer = await rename(author, 'Burnt Mill');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Pending-Review');
  });
});
