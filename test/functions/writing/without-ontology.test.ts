import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { baseUrl } from '../../support/service.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { resourceIds } from './every-write.ts';
import { readRecord, refusalOf, sendForm, tileOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const [root, title, remark] = [id(2001), id(2002), id(2003)];
const letterId = id(2100);
const path = `/resources/letter/${letterId}?format=service-json`;

/** A model without classes and properties. */
const model = {
  graphid: id(2000),
  name: 'Letter',
  slug: 'letter',
  isresource: true,
  nodes: [
    node(root, 'Letter', null, { istopnode: true, datatype: 'semantic' }),
    node(title, 'Title', title),
    node(remark, 'Remark', title),
  ],
  edges: [edge(root, title), edge(title, remark)],
  nodegroups: [{ nodegroupid: title, cardinality: 'n', parentnodegroup_id: null }],
  cards: [],
};

const letter = (text: string) => ({
  tiles: [
    {
      tileid: id(2101),
      nodegroup_id: title,
      parenttile_id: null,
      sortorder: 0,
      data: { [title]: text, [remark]: null },
    },
  ],
});

const jsonLd = {
  '@id': `${baseUrl}/resources/${letterId}`,
  'http://www.cidoc-crm.org/cidoc-crm/P102_has_title': 'To the miller',
};

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(model);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterEach(() => mills.service.stack.server.faults.clear());

afterAll(async () => mills?.service.close());

const readStoredText = async (): Promise<string> =>
  (await reviewer.sendRequest('GET', `/resources/${letterId}?format=service-json`)).text();
const put = (text: string, headers = {}): Promise<Response> =>
  reviewer.sendRequest('PUT', path, letter(text), headers);

describe('a resource instance of a model without an ontology', () => {
  it('is created by PUT of tile records, which answers with the service-json of GET', async () => {
    const answer = await put('To the miller');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json']);
    expect(answer.headers.get('location')).toBe(`${baseUrl}/resources/${letterId}`);
    expect(await answer.text()).toBe(await readStoredText());
    expect(tileOf(await readRecord(reviewer, letterId), title)).toMatchObject(
      letter('To the miller').tiles[0] ?? {},
    );
  });

  it('is changed by PUT with the ETag of the previous answer', async () => {
    const tag = (await put('To the miller')).headers.get('etag') ?? '';
    const answer = await put('To his wife', { 'if-match': tag });
    expect([answer.status, await answer.text()]).toEqual([200, await readStoredText()]);
    expect(await readStoredText()).toContain('To his wife');
  });

  it('is not changed if the document of GET is sent back', async () => {
    await put('To the miller');
    const before = await mills.traces();
    const answer = await reviewer.sendRequest('PUT', path, await readStoredText());
    expect([answer.status, await answer.text()]).toEqual([200, await readStoredText()]);
    expect(await mills.traces()).toBe(before);
  });

  it('is created only once by two POSTs with the same Idempotency-Key', async () => {
    const post = () =>
      reviewer.sendRequest(
        'POST',
        '/resources/letter?format=service-json',
        letter('To the miller'),
        {
          'idempotency-key': 'once',
        },
      );
    const answers = [await post(), await post()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
    expect(first).toEqual(second);
    const { resourceinstanceid } = z.looseObject({ resourceinstanceid: z.string() }).parse(first);
    expect(answers[0]?.headers.get('location')).toBe(`${baseUrl}/resources/${resourceinstanceid}`);
    expect(await resourceIds(mills.service)).toHaveLength(3);
  });

  it('is changed by POST /api/tiles and POST /api/node_value', async () => {
    await put('To the miller');
    const tile = { nodegroup_id: title, data: { [remark]: 'burnt' } };
    expect((await reviewer.sendRequest('POST', `/api/tiles/${id(2101)}`, tile)).status).toBe(200);
    const fields = { nodeid: title, tileid: id(2101), data: 'To his wife' };
    expect((await sendForm(reviewer, '/api/node_value/', fields)).status).toBe(200);
    expect(tileOf(await readRecord(reviewer, letterId), title).data).toEqual({
      [title]: 'To his wife',
      [remark]: 'burnt',
    });
  });

  it('is deleted', async () => {
    await put('To the miller');
    const { status } = await reviewer.sendRequest('DELETE', `/resources/${letterId}`);
    expect([status, await resourceIds(mills.service)]).toEqual([
      200,
      expect.not.arrayContaining([letterId]),
    ]);
  });

  it.each([
    ['PUT', `/resources/letter/${letterId}`],
    ['PUT', `/resources/${letterId}`],
    ['POST', '/resources/letter'],
  ])('is refused in JSON-LD with 400 no_ontology: %s %s', async (method, to) => {
    await put('To the miller');
    const before = await mills.traces();
    expect(await refusalOf(await reviewer.sendRequest(method, to, jsonLd))).toEqual([
      400,
      'no_ontology',
      [],
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it('is answered with 201 or outcome_unknown if it is stored but cannot be read for the answer', async () => {
    const { faults } = mills.service.stack.server;
    // The calls that read and store succeed. All later calls fail.
    faults.add({ when: 'before', kind: 'delay', match: 'Execute {', times: 2 });
    faults.add({ when: 'before', kind: 'unavailable', match: 'Execute {', times: 10_000 });
    const answer = await put('To the miller');
    faults.clear();
    const isReported = answer.status === 201 || (await answer.text()).includes('outcome_unknown');
    const isStored = (await resourceIds(mills.service)).includes(letterId);
    expect({ isStored, isReported }).toEqual({ isStored: true, isReported: true });
  });
});
