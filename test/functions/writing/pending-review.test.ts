import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { everyWrite, oldMill } from './every-write.ts';
import type { MillService, WriteRequest } from './mill-service.ts';
import { millNodes } from './mill-service.ts';
import { openMillYard, recordOf, recordPath, tileOf, type MillYard } from './mill-yard.ts';
import type { TestWriter } from './writers.ts';

let yard: MillYard;
let author: TestWriter;

beforeAll(async () => {
  yard = await openMillYard();
  ({ author } = yard.writers);
});

beforeEach(async () => yard.reset());

afterAll(async () => yard?.service.close());

const millsOf = (writer: TestWriter): MillService => ({
  service: yard.service,
  ask: async ({ method, path, body, headers }) => writer.ask(method, path, body, headers),
});

/** Sends a write as somebody. */
async function send(
  writer: TestWriter,
  request: (mills: MillService, amount: 'little') => Promise<WriteRequest>,
  query = '',
): Promise<Response> {
  const mills = millsOf(writer);
  const { path, ...rest } = await request(mills, 'little');
  return mills.ask({ ...rest, path: `${path}${path.includes('?') ? '&' : '?'}${query}` });
}

/** The tiles that hold a proposal of the author. */
const proposed = async (): Promise<readonly string[]> =>
  queryColumn(
    yard.service,
    `select tile_id::text from tile where provisional_edits ? '${author.accountId}' order by tile_id`,
  );

/** What the header says: how many tiles wait, and their ids. */
function headerOf(answer: Response): readonly [count: string, tileIds: readonly string[]] {
  const [count = '', ...tileIds] = (answer.headers.get('x-pending-review') ?? '').split(' ');
  return [count, tileIds.toSorted()];
}

const body = z.looseObject({ pending_review: z.array(z.string()).optional() });
const memberOf = async (answer: Response): Promise<readonly string[] | undefined> =>
  body.parse(await answer.json()).pending_review?.toSorted();

const writes = everyWrite.filter(({ title }) => !title.startsWith('DELETE'));

describe.each(writes)('the answer to an author’s $title', ({ request, statusAgain }) => {
  it('names the tiles that wait for a reviewer', async () => {
    const answer = await send(author, request);
    const tileIds = await proposed();
    expect(tileIds).not.toEqual([]);
    expect(headerOf(answer)).toEqual([String(tileIds.length), tileIds]);
    const isJsonLd = answer.headers.get('content-type')?.startsWith('application/ld+json');
    expect(await memberOf(answer)).toEqual(isJsonLd ? undefined : tileIds);
  });

  it('names as many in a dry run, in its report too', async () => {
    const dryRun = await send(author, request, 'dry_run=true');
    expect(await proposed()).toEqual([]);
    const [count, tileIds] = headerOf(dryRun);
    expect(await memberOf(dryRun)).toEqual(tileIds);
    await send(author, request);
    expect(count).toBe(String((await proposed()).length));
  });

  it.skipIf(statusAgain === undefined || statusAgain >= 400)(
    'names them again when it is sent again',
    async () => {
      await send(author, request);
      const again = await send(author, request);
      const tileIds = await proposed();
      expect(headerOf(again)).toEqual([String(tileIds.length), tileIds]);
    },
  );

  it('names none where it comes from a reviewer', async () => {
    const answer = await send(yard.writers.reviewer, request);
    expect(answer.headers.has('x-pending-review')).toBe(false);
    expect(await answer.text()).not.toContain('pending_review');
  });
});

describe('tiles that wait for a reviewer', () => {
  const rename = async (writer: TestWriter, text: string): Promise<Response> => {
    const { tileid, nodegroup_id } = tileOf(await recordOf(writer));
    const data = { [millNodes.name]: text };
    return writer.ask('POST', `/api/tiles/${tileid}`, { nodegroup_id, data });
  };

  it('are told to their author alone', async () => {
    await rename(author, 'Burnt Mill');
    const { anotherAuthor, reviewer } = yard.writers;
    for (const writer of [anotherAuthor, reviewer]) {
      const same = await writer.ask('PUT', recordPath, await recordOf(writer));
      expect([same.status, same.headers.has('x-pending-review')]).toEqual([200, false]);
    }
    const [count, tileIds] = headerOf(await rename(anotherAuthor, 'Black Mill'));
    expect([count, tileIds]).toEqual(['1', [tileOf(await recordOf(reviewer)).tileid]]);
  });

  it('are not told where what is put is what counts', async () => {
    await rename(author, 'Burnt Mill');
    const text = await (await author.ask('GET', `/resources/${oldMill}`)).text();
    const same = await author.ask('PUT', `/resources/${oldMill}`, text);
    expect([same.status, same.headers.has('x-pending-review')]).toEqual([200, false]);
  });

  it('are told where they are to be deleted, and no more where the author takes a new one back', async () => {
    const mill = await recordOf(author);
    const [first, ...others] = mill.tiles;
    const without = await author.ask('PUT', recordPath, { ...mill, tiles: others });
    expect(headerOf(without)).toEqual(['1', [first?.tileid]]);
    await yard.reset();
    const { tileid: _, ...rest } = tileOf(mill);
    await author.ask('POST', '/api/tiles', { ...rest, resourceinstance_id: oldMill });
    const back = await author.ask('PUT', recordPath, mill);
    expect([back.status, back.headers.has('x-pending-review')]).toEqual([200, false]);
  });

  it('may be read by scripts of any origin', async () => {
    const answer = await rename(author, 'Burnt Mill');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Pending-Review');
  });
});
