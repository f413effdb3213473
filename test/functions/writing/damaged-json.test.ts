import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  refusalOf,
  sendForm,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

const { name } = millNodes;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

async function storeName(value: unknown): Promise<void> {
  const mill = await readRecord(reviewer);
  const changed = withTile(mill, withValue(tileOf(mill), name, value));
  expect((await reviewer.sendRequest('PUT', recordPath, changed)).status).toBe(200);
}

const path = `/resources/${oldMill}`;
const texts = {
  en: { value: 'Old Mill', direction: 'ltr' },
  fr: { value: 'Le moulin', direction: 'ltr' },
};
const writtenTexts = JSON.stringify(JSON.stringify(texts));
const anyShape = 'application/ld+json';
const requests = [
  ['PUT', path, anyShape],
  ['PUT', `${path}?format=json`, anyShape],
  ['PUT', `/resources/mill/${oldMill}`, 'application/ld+json;profile=specification'],
  ['PUT', `${path}?dry_run`, anyShape],
  ['PUT', `${path}?missing=keep&unknown=ignore`, anyShape],
  ['POST', '/resources', anyShape],
  ['POST', '/resources/mill', anyShape],
] as const;

describe('a document with damaged JSON of texts by language', () => {
  it.each(requests)(
    'is refused with not_json, and nothing is stored: %s %s',
    async (method, requestPath, type) => {
      await storeName(texts);
      const before = await mills.traces();
      const document = JSON.stringify(await reviewer.read(path));
      expect(document).toContain(writtenTexts);
      for (const damagedText of [
        `${JSON.stringify(texts).slice(0, -1)},}`,
        `\uFEFF${JSON.stringify(texts)}`,
        JSON.stringify(texts).replace(' ', '\n'),
      ]) {
        const damaged = document.replace(writtenTexts, JSON.stringify(damagedText));
        const answer = await reviewer.sendRequest(method, requestPath, damaged, {
          'content-type': type,
        });
        const [status, code, errors] = await refusalOf(answer);
        expect([status, code, errors.map((error) => error.split(' ')[0])]).toEqual([
          422,
          'unprocessable_document',
          ['not_json'],
        ]);
      }
      expect(await mills.traces()).toBe(before);
    },
  );

  it('is refused by POST /api/node_value, too', async () => {
    await storeName(texts);
    const before = await mills.traces();
    const { tileid } = tileOf(await readRecord(reviewer));
    const answer = await sendForm(reviewer, '/api/node_value/', {
      tileid,
      nodeid: name,
      data: `${JSON.stringify(texts).slice(0, -1)},}`,
    });
    expect(await refusalOf(answer)).toEqual([422, 'unprocessable_document', ['not_json /data']]);
    expect(await mills.traces()).toBe(before);
  });
});

describe.each(['{draft} wall', '[sic] wall', '"The Mill" inn', '\uFEFF{', '{"en": "Mill"}'])(
  'the text %j',
  (text) => {
    it.each(['json-ld', 'json-ld&profile=linked', 'json', 'service-json'])(
      'goes out and in unchanged: %s',
      async (format) => {
        await storeName(text);
        const before = await mills.traces();
        const answer = await reviewer.sendRequest('GET', `${path}?format=${format}`);
        const type = answer.headers.get('content-type') ?? '';
        const document = await answer.text();
        for (const headers of [{}, { 'content-type': type }]) {
          const put = await reviewer.sendRequest('PUT', path, document, headers);
          expect([put.status, await mills.traces()]).toEqual([200, before]);
        }
        const created = await reviewer.sendRequest('POST', '/resources/mill', document, {
          'content-type': type,
        });
        expect(created.status).toBe(201);
        const copy = await readRecord(reviewer, created.headers.get('location')?.slice(-36));
        expect(copy.tiles.map(({ data }) => data[name])).toContain(text);
      },
    );
  },
);
