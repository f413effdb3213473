import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { plannedBy, readRecord, sendForm, type Mills } from './mills.ts';
import { openMillsWith } from './mills-with-model.ts';
import type { TestWriter } from './writers.ts';

const path = `/resources/${specimenId}`;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

const put = (datatype: string, value: unknown): Promise<Response> =>
  reviewer.sendRequest('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });

/** Replaces a value in the document of GET, and sends the document back. */
async function putInForm(form: string, from: string, to: string, query = ''): Promise<Response> {
  const text = await (await reviewer.sendRequest('GET', `${path}?format=${form}`)).text();
  expect(text).toContain(from);
  return reviewer.sendRequest('PUT', `${path}${query}`, text.replaceAll(from, to));
}

type Write = (datatype: string, stored: string, sent: string) => Promise<Response>;

const linkedJsonLd: Write = (_datatype, stored, sent) =>
  putInForm('json-ld&profile=linked', toLinked(stored), sent);

/** The linked shape writes every time in the form of XML Schema. */
const toLinked = (time: string): string =>
  time.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');

const waysToWrite: readonly (readonly [title: string, write: Write])[] = [
  ['service-json', async (datatype, _stored, sent) => put(datatype, sent)],
  ['business data', async (_datatype, stored, sent) => putInForm('json', stored, sent)],
  ['JSON-LD', async (_datatype, stored, sent) => putInForm('json-ld', stored, sent)],
  ['linked JSON-LD', linkedJsonLd],
  [
    'a tile',
    async (datatype, _stored, sent) => {
      const { tileid, nodegroup_id } = specimenTile(datatype, null);
      const data = { [nodeOf(datatype)]: sent };
      return reviewer.sendRequest('POST', `/api/tiles/${tileid}`, { nodegroup_id, data });
    },
  ],
  [
    'the value of a node',
    async (datatype, _stored, sent) => {
      const { tileid } = specimenTile(datatype, null);
      const fields = { nodeid: nodeOf(datatype), tileid, data: sent };
      return sendForm(reviewer, '/api/node_value/', fields);
    },
  ],
];

const sameTimes: readonly (readonly string[])[] = [
  [
    '2024-07-15T12:00:00Z',
    '2024-07-15T12:00:00+00:00',
    '2024-07-15T12:00:00+0000',
    '2024-07-15 12:00:00Z',
    '2024-07-15T12:00:00.000000+00:00',
  ],
  [
    '2024-07-15T12:00:00.25-07:00',
    '2024-07-15T12:00:00.250000-07:00',
    '2024-07-15T12:00:00.25-0700',
  ],
];

/** Every time with every other spelling of it. */
const pairs = sameTimes.flatMap((spellings) =>
  spellings.flatMap((stored) =>
    spellings.filter((sent) => sent !== stored).map((sent) => [stored, sent] as const),
  ),
);

async function storedValue(datatype: string): Promise<unknown> {
  return (await readRecord(reviewer, specimenId)).tiles[0]?.data[nodeOf(datatype)];
}

describe.each(waysToWrite)('a time in another spelling, in %s', (_, write) => {
  it('is equal to the stored time, so nothing changes', async () => {
    for (const [stored, sent] of pairs) {
      await mills.reset();
      await put('date', stored);
      const storedSpelling = String(await storedValue('date'));
      const before = await mills.traces();
      const answer = await write('date', storedSpelling, sent);
      expect([stored, sent, answer.status, await mills.traces()]).toEqual([
        stored,
        sent,
        200,
        before,
      ]);
    }
  });

  it('is a change if its offset is another one, although it is the same moment', async () => {
    await put('date', '2024-07-15T12:00:00Z');
    const answer = await write('date', '2024-07-15T12:00:00Z', '2024-07-15T14:00:00+02:00');
    expect([answer.status, await storedValue('date')]).toEqual([200, '2024-07-15T14:00:00+02:00']);
  });
});

describe('a number in another spelling', () => {
  it.each([
    ['json-ld', '"12"', '"12.0"'],
    ['json-ld', '"12"', '"1.2e1"'],
    ['json-ld&profile=linked', '":12', '":12.0'],
  ])('is equal to the stored number: %s, %s as %s', async (form, from, to) => {
    await put('number', 12);
    const before = await mills.traces();
    for (const query of ['', '?format=json', '?dry_run']) {
      const answer = await putInForm(form, from, to, query);
      expect([answer.status, await mills.traces()]).toEqual([200, before]);
    }
  });

  it('is a change in the shape of the specification if it is another number', async () => {
    await put('number', 12);
    const answer = await putInForm('json-ld', '"12"', '"12.01"', '?dry_run');
    expect(await plannedBy(answer)).toMatchObject({ change: 'update', created: [], deleted: [] });
  });
});
