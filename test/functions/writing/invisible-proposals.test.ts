import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { oldMill } from './every-write.ts';
import {
  maskDerived,
  newName,
  proposals,
  serviceJson,
  writesOfOthers,
  type NamedRequest,
} from './invisible-proposals.ts';
import type { WriteRequest } from './mill-service.ts';
import { openMills, plannedBy, readRecord, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/*
 * What a caller sees is the same whether or not there is a proposal that the caller may not see: the status and the body of each write,
 * its dry run, its repetition, and what it stores. Only an id that the caller sends can be used already (ADR 026).
 */

let mills: Mills;
/** The author of the invisible proposals. */
let author: TestWriter;
let anotherAuthor: TestWriter;
let knownIds: ReadonlySet<string>;

beforeAll(async () => {
  mills = await openMills();
  ({ author, anotherAuthor } = mills.writers);
});

afterAll(async () => mills?.service.close());

const send = (who: TestWriter, { method, path, body, headers }: WriteRequest): Promise<Response> =>
  who.sendRequest(method, path, body?.toString(), headers);

const asDryRun = (request: WriteRequest): WriteRequest => ({
  ...request,
  path: `${request.path}${request.path.includes('?') ? '&' : '?'}dry_run=true`,
});

async function requestOf(who: TestWriter, { request }: NamedRequest): Promise<WriteRequest> {
  return request({ service: mills.service, sendRequest: (toSend) => send(who, toSend) });
}

/** Puts resource instances with derived ids, which are listed in the order of their ids, behind the others. */
const sortListed = (text: string): string =>
  text.includes('ldp:BasicContainer')
    ? maskDerived(text, knownIds)
        .replaceAll(/ID-\d+/g, 'ID')
        .split(/[[\],]/)
        .toSorted()
        .join('\n')
    : text;

/** Sends a write three times, at first as a dry run, and reads what is stored then. */
async function transcribe(who: TestWriter, write: NamedRequest): Promise<string> {
  const request = await requestOf(who, write);
  const answers: Response[] = [];
  for (const toSend of [asDryRun(request), request, request]) answers.push(await send(who, toSend));
  for (const path of [serviceJson, `/resources/${oldMill}`, '/resources/?limit=1000'])
    answers.push(await who.sendRequest('GET', path));
  const texts = await Promise.all(
    answers.map(async (answer) =>
      [
        answer.status,
        answer.headers.get('x-pending-review'),
        /^"(?![\w-]{22}"$)\d+(?=-)/.exec(answer.headers.get('etag') ?? '')?.[0],
        sortListed(await answer.text()),
      ].join(' '),
    ),
  );
  return maskDerived(texts.join('\n'), knownIds);
}

const readIds = async (): Promise<ReadonlySet<string>> =>
  new Set([
    ...(await queryColumn(
      mills.service,
      'select node_id::text from node union select graph_id::text from graph union select publication_id::text from publication',
    )),
    ...(await queryColumn(
      mills.service,
      'select tile_id::text from tile union select resource_id::text from resource',
    )),
  ]);

/** The transcript of a write after a proposal, or without one. */
async function transcribeAfter(
  who: TestWriter,
  proposal: NamedRequest | undefined,
  write: NamedRequest,
): Promise<string> {
  await mills.reset();
  knownIds = await readIds();
  if (proposal !== undefined) {
    const answer = await send(author, await requestOf(author, proposal));
    if (!answer.ok) throw new Error(`${proposal.title}: ${await answer.text()}`);
  }
  return transcribe(who, write);
}

describe('a write is answered and stored as if there were no invisible proposal', () => {
  it.each(writesOfOthers.map((write, index) => [write.title, write, index] as const))(
    '%s',
    async (_, write, index) => {
      const expected = await transcribeAfter(anotherAuthor, undefined, write);
      for (const proposal of takeInTurn(proposals, index, 2)) {
        const transcript = await transcribeAfter(anotherAuthor, proposal, write);
        expect(`${proposal.title}\n${transcript}`).toBe(`${proposal.title}\n${expected}`);
      }
    },
    60_000,
  );
});

describe('a new tile without an id', () => {
  const documentOf = async (who: TestWriter) => {
    const { tiles } = await readRecord(who);
    return { tiles: [...tiles, newName('Wind Mill')] };
  };
  const put = async (who: TestWriter, query = ''): Promise<Response> =>
    who.sendRequest('PUT', `${serviceJson}${query}`, await documentOf(who));

  it('can be proposed by several authors in the same position: each is stored with an id of its own', async () => {
    await mills.reset();
    const storedCount = (await readRecord(author)).tiles.length;
    for (const who of [author, anotherAuthor]) expect((await put(who)).status).toBe(200);
    for (const who of [author, anotherAuthor])
      expect((await readRecord(who)).tiles).toHaveLength(storedCount + 1);
    expect((await readRecord(mills.writers.reviewer)).tiles).toHaveLength(storedCount + 2);
  });

  it('has no id of a tile of somebody else in a dry run', async () => {
    await mills.reset();
    await put(author);
    const idsBefore = await queryColumn(mills.service, 'select tile_id::text from tile');
    const { created } = await plannedBy(await put(anotherAuthor, '&dry_run=true'));
    expect(created).toHaveLength(1);
    expect(idsBefore).not.toContain(created[0]);
  });

  it('is stored once, however often its author sends the same document', async () => {
    for (const who of [author, mills.writers.reviewer]) {
      await mills.reset();
      await put(anotherAuthor);
      const document = await documentOf(who);
      expect((await who.sendRequest('PUT', serviceJson, document)).status).toBe(200);
      const before = await mills.traces();
      for (const query of ['', '&missing=keep']) {
        const answer = await who.sendRequest('PUT', `${serviceJson}${query}`, document);
        expect([answer.status, await mills.traces()]).toEqual([200, before]);
      }
    }
  });
});
