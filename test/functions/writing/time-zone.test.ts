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
import { recordOf, refusalOf, sendForm, type MillYard } from './mill-yard.ts';
import type { TestWriter } from './writers.ts';
import { openYardWith } from './yard-with-model.ts';

const path = `/resources/${specimenId}`;
const without = '2024-07-15T12:00:00';
const within = `${without}+02:00`;

let yard: MillYard;
let reviewer: TestWriter;

beforeAll(async () => {
  process.env['HDS_TIME_ZONE'] = 'Europe/Berlin';
  yard = await openYardWith(specimen, thesaurus);
  ({ reviewer } = yard.writers);
});

beforeEach(async () => yard.reset());

afterAll(async () => {
  delete process.env['HDS_TIME_ZONE'];
  await yard?.service.close();
});

const node = nodeOf('date');
const put = (value: unknown, datatype = 'date'): Promise<Response> =>
  reviewer.ask('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });
const tileId = specimenTile('date', null).tileid;

async function storedValue(nodeId = node): Promise<unknown> {
  return (await recordOf(reviewer, specimenId)).tiles[0]?.data[nodeId];
}

/** Replaces a date in what GET gives, and puts it back. */
async function putInForm(form: string, from: string, to: string): Promise<Response> {
  const text = await (await reviewer.ask('GET', `${path}?format=${form}`)).text();
  expect(text).toContain(from);
  return reviewer.ask('PUT', path, text.replaceAll(from, to));
}

/** Every way to write the value of a node, where the tile holds another. */
const ways: readonly (readonly [title: string, write: (value: string) => Promise<Response>])[] = [
  ['service-json', async (value) => put(value)],
  ['JSON-LD', async (value) => putInForm('json-ld', '1850-03-31', value)],
  ['linked JSON-LD', async (value) => putInForm('json-ld&profile=linked', '1850-03-31', value)],
  ['a tile', async (value) => reviewer.ask('POST', `/api/tiles/${tileId}`, tileWith(value))],
  [
    'the value of a node',
    async (value) =>
      sendForm(reviewer, '/api/node_value/', { nodeid: node, tileid: tileId, data: value }),
  ],
];
const tileWith = (value: string) => ({
  nodegroup_id: specimenTile('date', null).nodegroup_id,
  data: { [node]: value },
});

describe.each(ways)('a time without a zone in %s, where a zone is set', (_, write) => {
  beforeEach(async () => {
    await put('1850-03-31');
  });

  it('is stored with the offset of the zone on that day', async () => {
    expect((await write(without)).status).toBe(200);
    expect(await storedValue()).toBe(within);
  });

  it.each([
    ['2024-03-31T02:30:00', 'no_such_local_time'],
    ['2024-10-27T02:30:00', 'ambiguous_local_time'],
  ])('is refused where it is %s', async (value, code) => {
    const before = await yard.traces();
    const [status, , errors] = await refusalOf(await write(value));
    expect([status, errors]).toEqual([422, [expect.stringContaining(`${code} /`)]]);
    expect(await yard.traces()).toBe(before);
  });
});

describe('where a zone is set', () => {
  it.each(['1850', '1850-03', '-0500', '1850-03-31', '2024-07-15T12:00:00.5Z'])(
    '%s is stored as it is',
    async (value) => {
      await put(value);
      expect(await storedValue()).toBe(value);
    },
  );

  it('a text of EDTF is stored as it is', async () => {
    await put(without, 'edtf');
    expect(await storedValue(nodeOf('edtf'))).toBe(without);
  });

  it('what an import has stored without one stays byte for byte, in every form', async () => {
    const tile = {
      ...specimenTile('date', without),
      resourceinstance_id: specimenId,
      provisionaledits: null,
    };
    const resourceinstance = { resourceinstanceid: specimenId, graph_id: specimen.graphid };
    const records = { business_data: { resources: [{ resourceinstance, tiles: [tile] }] } };
    await withJsonFile(records, (file) => importResources([file], yard.service.importContext));
    const before = await yard.traces();
    for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json']) {
      const text = await (await reviewer.ask('GET', `${path}?format=${form}`)).text();
      expect((await reviewer.ask('PUT', path, text)).status).toBe(200);
    }
    expect(await storedValue()).toBe(without);
    expect(await yard.traces()).toBe(before);
  });

  it('the same time sent again without one changes nothing', async () => {
    await put(without);
    const before = await yard.traces();
    expect((await put(without)).status).toBe(200);
    expect(await yard.traces()).toBe(before);
  });
});

describe('a time zone that does not exist', () => {
  it.each(['Mars/Olympus', '+01:00'])('stops the start: %s', (name) => {
    expect(() => readSettings({ HDS_TIME_ZONE: name })).toThrow(
      'HDS_TIME_ZONE: must be a time zone of the tz database of IANA, such as Europe/Berlin or UTC',
    );
  });
});
