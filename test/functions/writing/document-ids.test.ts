import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { baseUrl } from '../../support/service.ts';
import { neighbour, oldMill } from './every-write.ts';
import { openMills, refusalOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

const formerBaseUrl = 'https://former.test/heritage';

let mills: Mills;
let reviewer: TestWriter;
let before: string;

beforeAll(async () => {
  process.env['HDS_FORMER_BASE_URLS'] = formerBaseUrl;
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  before = await mills.traces();
});

afterAll(async () => {
  delete process.env['HDS_FORMER_BASE_URLS'];
  await mills?.service.close();
});

const pathWithoutGraph = `/resources/${oldMill}`;
const pathWithGraph = `/resources/mill/${oldMill}`;

/** Sends the document of the old mill to one of its paths, with another `@id`. */
async function put(path: string, uri: string): Promise<Response> {
  const text = await (await reviewer.sendRequest('GET', pathWithoutGraph)).text();
  return reviewer.sendRequest('PUT', path, text.replace(`${baseUrl}${pathWithoutGraph}`, uri));
}

describe('the @id of a document in a PUT', () => {
  it.each([pathWithoutGraph, pathWithGraph])(
    'is refused with 400 if it is the URI of another resource instance of the service: %s',
    async (path) => {
      const refusal = await refusalOf(await put(path, `${baseUrl}/resources/${neighbour}`));
      expect(refusal).toEqual([400, 'invalid_input', ['invalid /@id']]);
      expect(await mills.traces()).toBe(before);
    },
  );

  it.each([
    [pathWithoutGraph, `${baseUrl}/resources/${oldMill.toUpperCase()}`],
    [pathWithGraph, `${formerBaseUrl}/resources/${oldMill}`],
    [pathWithoutGraph, `https://elsewhere.test/resources/${neighbour}`],
    [pathWithGraph, `https://elsewhere.test/resources/${neighbour}`],
    [pathWithGraph, `${formerBaseUrl}/resources/${neighbour}`],
    [pathWithoutGraph, '_:mill'],
    [pathWithGraph, `urn:uuid:${neighbour}`],
  ])('is accepted by %s if it is %s', async (path, uri) => {
    expect((await put(path, uri)).status).toBe(200);
    expect(await mills.traces()).toBe(before);
  });
});
