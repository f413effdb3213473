import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { resourceIds } from './every-write.ts';
import {
  nodeOf,
  oak,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { readRecord, refusalOf, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => mills.reset());

afterAll(async () => mills?.service.close());

/** Sends a value as GIS clients do: with a format and a transaction id, which the service ignores. */
const send = (fields: Readonly<Record<string, string>>): Promise<Response> =>
  sendForm(reviewer, '/api/node_value/', { format: 'esrijson', transaction_id: id(1), ...fields });
const put = (datatype: string, value: unknown): Promise<Response> =>
  reviewer.sendRequest('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });

const point = { type: 'Point', coordinates: [7.25, 50] };
const feature = { type: 'Feature', id: id(2941), properties: { nodeId: 'any' }, geometry: point };
const places = { type: 'FeatureCollection', features: [feature] };
const texts = {
  en: { value: 'Old Mill', direction: 'ltr' },
  de: { value: 'Alte Mühle', direction: 'ltr' },
};

/** Values as they are sent and as they are stored, and the value that is stored before. */
const values: readonly {
  readonly datatype: string;
  readonly data: string;
  readonly stored: unknown;
  readonly before: unknown;
}[] = [
  { datatype: 'number', data: '12.5', stored: 12.5, before: 7 },
  { datatype: 'boolean', data: 'true', stored: true, before: false },
  { datatype: 'date', data: '1850-03-31', stored: '1850-03-31', before: '1849' },
  { datatype: 'concept', data: oak.valueId, stored: oak.valueId, before: null },
  { datatype: 'concept', data: oak.conceptId, stored: oak.valueId, before: null },
  { datatype: 'string', data: 'Old Mill', stored: 'Old Mill', before: 'Mill House' },
  { datatype: 'string', data: JSON.stringify(texts), stored: texts, before: 'Mill House' },
  { datatype: 'domain-value', data: id(2922), stored: id(2922), before: id(2921) },
  {
    datatype: 'geojson-feature-collection',
    data: JSON.stringify(places),
    stored: places,
    before: { ...places, features: [{ ...feature, id: id(2942) }] },
  },
  {
    datatype: 'geojson-feature-collection',
    data: JSON.stringify(feature),
    stored: places,
    before: null,
  },
  {
    datatype: 'geojson-feature-collection',
    data: JSON.stringify(point),
    stored: { ...places, features: [{ ...feature, id: expect.any(String), properties: {} }] },
    before: null,
  },
  {
    datatype: 'geojson-feature-collection',
    data: JSON.stringify({ x: 7.25, y: 50, spatialReference: { wkid: 4326 } }),
    stored: { ...places, features: [{ ...feature, id: expect.any(String), properties: {} }] },
    before: null,
  },
];

describe.each(values)(
  '$data for a node of datatype $datatype',
  ({ datatype, data, stored, before }) => {
    const nodeid = nodeOf(datatype);
    const { tileid } = specimenTile(datatype, before);

    it('is stored in the tile of the tileid field', async () => {
      await put(datatype, before);
      const answer = await send({ nodeid, tileid, data });
      expect(await answer.json()).toMatchObject({ tileid, data: { [nodeid]: stored } });
      expect((await readRecord(reviewer, specimenId)).tiles).toMatchObject([
        { tileid, data: { [nodeid]: stored } },
      ]);
    });

    it('is stored in a new tile of a resource instance that has no tile of the node', async () => {
      await put('semantic', null);
      const answer = await send({ nodeid, resourceinstanceid: specimenId, data });
      expect(await answer.json()).toMatchObject({
        nodegroup_id: nodeid,
        resourceinstance_id: specimenId,
        parenttile_id: null,
        data: { [nodeid]: stored },
      });
      expect((await readRecord(reviewer, specimenId)).tiles).toHaveLength(2);
    });

    it('is stored in a new resource instance if neither tileid nor resourceinstanceid is sent', async () => {
      const answer = await send({ nodeid, data });
      const record = z.looseObject({ resourceinstance_id: z.string() }).parse(await answer.json());
      expect(await resourceIds(mills.service)).toContain(record.resourceinstance_id);
      expect((await readRecord(reviewer, record.resourceinstance_id)).tiles).toMatchObject([
        { data: { [nodeid]: stored } },
      ]);
    });
  },
);

describe('a value that does not fit the datatype of its node', () => {
  it.each([
    ['number', 'about 12', 'not_a_number /data'],
    ['boolean', 'perhaps', 'not_a_boolean /data'],
    ['date', 'the year of the fire', 'not_a_date /data'],
    ['concept', 'oak', 'not_concept_value_id /data'],
    ['concept', id(2999), 'unknown_concept_value /data'],
    ['geojson-feature-collection', '{"x": 7.25}', 'not_a_feature_collection /data'],
    [
      'geojson-feature-collection',
      '{"x":1,"y":2,"spatialReference":{"wkid":27700}}',
      'not_a_value /data',
    ],
    [
      'geojson-feature-collection',
      '{"type":"Point","coordinates":[7.25]}',
      'invalid_position /data/features/0/geometry/coordinates',
    ],
  ])('is refused with 422 and a pointer: %s %s', async (datatype, data, problem) => {
    const before = await mills.traces();
    expect(await refusalOf(await send({ nodeid: nodeOf(datatype), data }))).toEqual([
      422,
      'unprocessable_document',
      [problem],
    ]);
    expect(await mills.traces()).toBe(before);
  });
});

describe('the address of a concept in another thesaurus', () => {
  const address = 'http://vocabulary.test/woods/oak?page=1';

  beforeAll(async () =>
    mills.service.stack.owner.write({
      text: `insert into concept_value (value_id, concept_id, value_type, value)
values ('${id(2981)}', '${oak.conceptId}', 'identifier', '${address}')`,
      parameters: [],
    }),
  );

  it.each([
    ['concept', address, oak.valueId],
    ['concept', JSON.stringify(address), oak.valueId],
    ['concept-list', address, [oak.valueId]],
    ['concept-list', JSON.stringify([address]), [oak.valueId]],
    ['concept-list', `["http:\\/\\/vocabulary.test/woods/oak?page=1"]`, [oak.valueId]],
  ])('is stored as its concept: %s %s', async (datatype, data, stored) => {
    const nodeid = nodeOf(datatype);
    const answer = await send({ nodeid, data });
    expect(await answer.json()).toMatchObject({ data: { [nodeid]: stored } });
  });
});

describe('operation=append', () => {
  it('adds a concept to a list of concepts', async () => {
    const [nodeid, datatype] = [nodeOf('concept-list'), 'concept-list'];
    await put(datatype, [id(2912)]);
    const answer = await send({
      nodeid,
      tileid: specimenTile(datatype, null).tileid,
      data: oak.valueId,
      operation: 'append',
    });
    expect(await answer.json()).toMatchObject({ data: { [nodeid]: [id(2912), oak.valueId] } });
  });

  it('stores the value if the node has no value yet', async () => {
    const nodeid = nodeOf('geojson-feature-collection');
    const answer = await send({ nodeid, data: JSON.stringify(feature), operation: 'append' });
    expect(await answer.json()).toMatchObject({ data: { [nodeid]: places } });
  });

  it.each([
    ['concept-list', [id(2912)]],
    ['number', 7],
  ])('adds nothing if the data is empty: %s', async (datatype, value) => {
    const nodeid = nodeOf(datatype);
    await put(datatype, value);
    const { tileid } = specimenTile(datatype, null);
    const answer = await send({ nodeid, tileid, data: '', operation: 'append' });
    expect(await answer.json()).toMatchObject({ data: { [nodeid]: value } });
  });

  it('replaces the value of a datatype without lists', async () => {
    await put('number', 7);
    const nodeid = nodeOf('number');
    const { tileid } = specimenTile('number', 7);
    const answer = await send({ nodeid, tileid, data: '8', operation: 'append' });
    expect(await answer.json()).toMatchObject({ data: { [nodeid]: 8 } });
  });
});

describe('a form', () => {
  const [nodeid, datatype] = [nodeOf('concept-list'), 'concept-list'];
  const { tileid } = specimenTile(datatype, null);
  const validFields = { nodeid, tileid, data: oak.valueId };
  const readStoredData = async (): Promise<unknown> =>
    (await readRecord(reviewer, specimenId)).tiles.find((tile) => tile.tileid === tileid)?.data;

  it.each(['appendd', 'add', 'ap pend'])(
    'is refused with 400 and the allowed words if its operation is %s, and nothing is stored',
    async (operation) => {
      await put(datatype, [id(2912)]);
      const answer = await send({ ...validFields, operation });
      expect(await answer.json()).toMatchObject({
        status: 400,
        errors: [{ pointer: '/operation', detail: 'operation must be create, replace or append.' }],
      });
      expect(await readStoredData()).toMatchObject({ [nodeid]: [id(2912)] });
    },
  );

  it('is accepted with an operation in any letter case', async () => {
    await put(datatype, [id(2912)]);
    await send({ ...validFields, operation: 'Append' });
    expect(await readStoredData()).toMatchObject({ [nodeid]: [id(2912), oak.valueId] });
  });

  it.each(['nodeid', 'tileid', 'data', 'operation'])(
    'is refused with 400 if it contains %s twice, and nothing is stored',
    async (name) => {
      await put(datatype, [id(2912)]);
      const form = new URLSearchParams({ ...validFields, operation: 'append' });
      form.append(name, form.get(name) ?? '');
      const answer = await reviewer.sendRequest('POST', '/api/node_value/', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(await answer.json()).toMatchObject({
        status: 400,
        errors: [{ in: 'body', pointer: `/${name}`, code: 'repeated' }],
      });
      expect(await readStoredData()).toMatchObject({ [nodeid]: [id(2912)] });
    },
  );

  it('is refused with 400 if it contains the data of a tile twice', async () => {
    await put(datatype, [id(2912)]);
    const tile = JSON.stringify({ ...specimenTile(datatype, null), nodegroup_id: undefined });
    const answer = await reviewer.sendRequest(
      'POST',
      `/api/tiles/${tileid}`,
      new URLSearchParams([
        ['data', tile],
        ['data', tile],
      ]).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect(await answer.json()).toMatchObject({
      status: 400,
      errors: [{ in: 'body', pointer: '/data', code: 'repeated' }],
    });
  });
});
