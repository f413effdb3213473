import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { crm, literalClass, rdfValue } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { readRecord, refusalOf, sendForm, tileOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const [root, number, remark, height] = [id(2001), id(2002), id(2003), id(2004)];
const findId = id(2100);
const path = `/resources/${findId}`;
const recordPath = `/resources/find/${findId}?format=service-json`;
const [numberProperty, heightProperty] = [
  crm('P48_has_preferred_identifier'),
  crm('P43_has_dimension'),
];
const required = { isrequired: true, ontologyclass: literalClass };

/** A model of finds with two required nodes: a number and a height, each in a nodegroup of its own. */
const model = {
  graphid: id(2000),
  name: 'Find',
  slug: 'find',
  isresource: true,
  nodes: [
    node(root, 'Find', null, {
      istopnode: true,
      datatype: 'semantic',
      ontologyclass: crm('E22_Man-Made_Object'),
    }),
    node(number, 'Number', number, required),
    node(remark, 'Remark', number, { ontologyclass: literalClass }),
    node(height, 'Height', height, { ...required, datatype: 'number' }),
  ],
  edges: [
    edge(root, number, numberProperty),
    edge(number, remark, crm('P3_has_note')),
    edge(root, height, heightProperty),
  ],
  nodegroups: [number, height].map((nodegroupid) => ({
    nodegroupid,
    cardinality: 'n',
    parentnodegroup_id: null,
  })),
  cards: [],
};

type Data = Readonly<Record<string, unknown>>;

const tile = (data: Data, tileid = id(2101)) => ({
  tileid,
  nodegroup_id: number,
  parenttile_id: null,
  sortorder: 0,
  data,
});
const storedTile = tile({ [number]: 'F 12', [remark]: 'broken' });

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(model);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await reviewer.sendRequest('PUT', recordPath, { tiles: [storedTile] });
});

afterAll(async () => mills?.service.close());

const put = (...tiles: readonly unknown[]): Promise<Response> =>
  reviewer.sendRequest('PUT', recordPath, { tiles });
const sendValue = (nodeid: string, data: string): Promise<Response> =>
  sendForm(reviewer, '/api/node_value/', { nodeid, tileid: storedTile.tileid, data });

/**
 * Sends a request that the service refuses with one error, and checks that nothing was stored.
 * @returns the code of the error and the pointer to the tile
 */
async function sendRefusedRequest(send: () => Promise<Response>): Promise<string> {
  const before = await mills.traces();
  const [status, , [error = '', ...otherErrors]] = await refusalOf(await send());
  expect([status, ...otherErrors]).toEqual([422]);
  expect(await mills.traces()).toBe(before);
  return error;
}

const dataWithoutNumber: readonly (readonly [title: string, data: Data])[] = [
  ['missing', { [remark]: 'whole' }],
  ['null', { [number]: null, [remark]: 'whole' }],
  ['empty', { [number]: '', [remark]: 'whole' }],
  ['empty in its language', { [number]: { en: { value: '', direction: 'ltr' } } }],
];

describe('a required node without a value', () => {
  it.each(dataWithoutNumber)(
    'is refused in the record of a stored tile and of a new tile: %s',
    async (_, data) => {
      expect(await sendRefusedRequest(() => put(tile(data)))).toBe(
        'required_value_missing /tiles/0',
      );
      expect(await sendRefusedRequest(() => put(storedTile, tile(data, id(2102))))).toBe(
        'required_value_missing /tiles/1',
      );
    },
  );

  it.each([
    ['missing', {}],
    ['null', { [rdfValue]: null }],
    ['empty', { [rdfValue]: '' }],
  ])('is refused in JSON-LD: %s', async (_, value) => {
    const storedDocument = Object(await reviewer.read(path));
    const { [rdfValue]: _value, ...nodeWithoutValue } = Object(storedDocument[numberProperty]);
    const document = { ...storedDocument, [numberProperty]: { ...nodeWithoutValue, ...value } };
    expect(await sendRefusedRequest(() => reviewer.sendRequest('PUT', path, document))).toBe(
      `required_value_missing /${numberProperty.replaceAll('/', '~1')}`,
    );
  });

  it.each(dataWithoutNumber)('is refused in a new tile of POST /api/tiles: %s', async (_, data) => {
    const body = { nodegroup_id: number, resourceinstance_id: findId, data };
    expect(await sendRefusedRequest(() => reviewer.sendRequest('POST', '/api/tiles', body))).toBe(
      'required_value_missing ',
    );
  });

  it.each(dataWithoutNumber.slice(1))(
    'is refused in a stored tile of POST /api/tiles: %s',
    async (_, data) => {
      const send = () =>
        reviewer.sendRequest('POST', `/api/tiles/${storedTile.tileid}`, {
          nodegroup_id: number,
          data,
        });
      expect(await sendRefusedRequest(send)).toBe('required_value_missing ');
    },
  );

  it('is refused if POST /api/node_value would remove its value', async () => {
    expect(await sendRefusedRequest(() => sendValue(number, ''))).toBe('required_value_missing ');
  });

  it('is refused if POST /api/node_value would create a tile with a value only for another node', async () => {
    const fields = { nodeid: remark, resourceinstanceid: findId, data: 'whole' };
    expect(await sendRefusedRequest(() => sendForm(reviewer, '/api/node_value/', fields))).toBe(
      'required_value_missing ',
    );
  });
});

describe('a required node', () => {
  it('keeps its value if the body of POST /api/tiles leaves it out', async () => {
    const body = { nodegroup_id: number, data: { [remark]: 'whole' } };
    const answer = await reviewer.sendRequest('POST', `/api/tiles/${storedTile.tileid}`, body);
    expect(await answer.json()).toMatchObject({ data: { [number]: 'F 12', [remark]: 'whole' } });
  });

  it('needs no value if its nodegroup has no tile', async () => {
    expect((await put()).status).toBe(200);
    const document = Object(await reviewer.read(path));
    expect(document).not.toHaveProperty([heightProperty]);
    const answer = await reviewer.sendRequest('PUT', path, document);
    expect([answer.status, (await readRecord(reviewer, findId)).tiles]).toEqual([200, []]);
  });

  it('does not prevent a change of another node if it is stored without a value', async () => {
    await runStatement(
      mills.service,
      `update tile set data = data || '{"${number}": null}' where tile_id = '${storedTile.tileid}'`,
    );
    expect((await put(tile({ [number]: null, [remark]: 'whole' }))).status).toBe(200);
    expect((await sendValue(remark, 'in two')).status).toBe(200);
    expect(tileOf(await readRecord(reviewer, findId), number).data).toEqual({
      [number]: null,
      [remark]: 'in two',
    });
  });
});
