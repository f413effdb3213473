import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { readSettings } from '../../../lib/settings.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import {
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { readRecord, refusalOf, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const path = `/resources/${specimenId}`;
const timeWithoutOffset = '2024-07-15T12:00:00';
const timeInBerlin = `${timeWithoutOffset}+02:00`;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  process.env['HDS_TIME_ZONE'] = 'Europe/Berlin';
  mills = await openMillsWith(specimen, thesaurus);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => {
  delete process.env['HDS_TIME_ZONE'];
  await mills?.service.close();
});

const dateNodeId = nodeOf('date');
const put = (value: unknown, datatype = 'date'): Promise<Response> =>
  reviewer.sendRequest('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });
const tileId = specimenTile('date', null).tileid;

async function storedValue(nodeId = dateNodeId): Promise<unknown> {
  return (await readRecord(reviewer, specimenId)).tiles[0]?.data[nodeId];
}

/** Replaces a date in the document of GET, and sends the document back. */
async function putInForm(form: string, from: string, to: string): Promise<Response> {
  const text = await (await reviewer.sendRequest('GET', `${path}?format=${form}`)).text();
  expect(text).toContain(from);
  return reviewer.sendRequest('PUT', path, text.replaceAll(from, to));
}

/** Every way to write the value of a date node whose tile contains another value. */
const waysToWrite: readonly (readonly [
  title: string,
  write: (value: string) => Promise<Response>,
])[] = [
  ['service-json', async (value) => put(value)],
  ['JSON-LD', async (value) => putInForm('json-ld', '1850-03-31', value)],
  ['linked JSON-LD', async (value) => putInForm('json-ld&profile=linked', '1850-03-31', value)],
  [
    'a tile',
    async (value) => reviewer.sendRequest('POST', `/api/tiles/${tileId}`, tileWith(value)),
  ],
  [
    'the value of a node',
    async (value) =>
      sendForm(reviewer, '/api/node_value/', { nodeid: dateNodeId, tileid: tileId, data: value }),
  ],
];
const tileWith = (value: string) => ({
  nodegroup_id: specimenTile('date', null).nodegroup_id,
  data: { [dateNodeId]: value },
});

describe.each(waysToWrite)('a time without an offset in %s, with HDS_TIME_ZONE', (_, write) => {
  beforeEach(async () => {
    await put('1850-03-31');
  });

  it('is stored with the offset of the time zone on that day', async () => {
    expect((await write(timeWithoutOffset)).status).toBe(200);
    expect(await storedValue()).toBe(timeInBerlin);
  });

  it.each([
    ['2024-03-31T02:30:00', 'no_such_local_time'],
    ['2024-10-27T02:30:00', 'ambiguous_local_time'],
  ])('is refused with 422 if it is %s', async (value, code) => {
    const before = await mills.traces();
    const [status, , errors] = await refusalOf(await write(value));
    expect([status, errors]).toEqual([422, [expect.stringContaining(`${code} /`)]]);
    expect(await mills.traces()).toBe(before);
  });
});

describe('with HDS_TIME_ZONE', () => {
  it.each(['1850', '1850-03', '-0500', '1850-03-31', '2024-07-15T12:00:00.5Z'])(
    '%s is stored unchanged',
    async (value) => {
      await put(value);
      expect(await storedValue()).toBe(value);
    },
  );

  it('an EDTF text is stored unchanged', async () => {
    await put(timeWithoutOffset, 'edtf');
    expect(await storedValue(nodeOf('edtf'))).toBe(timeWithoutOffset);
  });

  it('an imported time without an offset stays unchanged when the document of GET is sent back in any form', async () => {
    const tile = {
      ...specimenTile('date', timeWithoutOffset),
      resourceinstance_id: specimenId,
      provisionaledits: null,
    };
    const resourceinstance = { resourceinstanceid: specimenId, graph_id: specimen.graphid };
    const records = { business_data: { resources: [{ resourceinstance, tiles: [tile] }] } };
    await withJsonFile(records, (file) => importResources([file], mills.service.importContext));
    const before = await mills.traces();
    for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json']) {
      const text = await (await reviewer.sendRequest('GET', `${path}?format=${form}`)).text();
      expect((await reviewer.sendRequest('PUT', path, text)).status).toBe(200);
    }
    expect(await storedValue()).toBe(timeWithoutOffset);
    expect(await mills.traces()).toBe(before);
  });

  it('a time without an offset changes nothing when it is sent a second time', async () => {
    await put(timeWithoutOffset);
    const before = await mills.traces();
    expect((await put(timeWithoutOffset)).status).toBe(200);
    expect(await mills.traces()).toBe(before);
  });
});

describe('the settings of the service', () => {
  it.each(['Mars/Olympus', '+01:00'])('are refused if HDS_TIME_ZONE is %s', (name) => {
    expect(() => readSettings({ HDS_TIME_ZONE: name })).toThrow(
      'HDS_TIME_ZONE: must be a time zone of the tz database of IANA, such as Europe/Berlin or UTC',
    );
  });
});
