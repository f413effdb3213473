import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { datatypeOf, builtInDatatypes } from '../../../lib/model/datatypes/registry.ts';
import { kindOf } from '../../lib/model/datatypes/kind-of.ts';
import {
  examples,
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { readRecord, refusalOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const path = `/resources/${specimenId}`;
const tileSchema = z.object({
  tileid: z.string(),
  provisionaledits: z.record(z.string(), z.object({ value: z.record(z.string(), z.unknown()) })),
});
const validValues = examples.flatMap(({ datatype, validValues: values }) =>
  takeSample(values, 2).map((value) => ({ datatype, value })),
);
const invalidValues = examples.flatMap(({ datatype, invalidValues: values }) =>
  values.map(([value, code, pointer = '']) => ({ datatype, value, code, pointer })),
);

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ reviewer } = mills.writers);
});

afterAll(async () => mills?.service.close());

const put = (datatype: string, value: unknown): Promise<Response> =>
  reviewer.sendRequest('PUT', specimenPath, { tiles: [specimenTile(datatype, value)] });
const valueOf = async (datatype: string, id = specimenId): Promise<unknown> =>
  (await readRecord(reviewer, id)).tiles[0]?.data[nodeOf(datatype)] ?? null;

describe('the datatypes of these tests', () => {
  it('include one of each kind of stored value and RDF representation', () => {
    const kinds = new Set(examples.map(({ datatype }) => kindOf(datatypeOf(datatype))));
    expect(builtInDatatypes.filter((datatype) => !kinds.has(kindOf(datatype)))).toEqual([]);
  });
});

describe.each(validValues)('$value of datatype $datatype', ({ datatype, value }) => {
  beforeAll(async () => {
    await mills.reset();
    await put(datatype, value);
  });

  it('is stored, and read unchanged', async () => {
    expect(await valueOf(datatype)).toEqual(value);
  });

  it('is not changed by a PUT of the JSON-LD of GET, in either shape', async () => {
    const before = await mills.traces();
    for (const form of ['json-ld', 'json-ld&profile=linked']) {
      const text = await (await reviewer.sendRequest('GET', `${path}?format=${form}`)).text();
      expect((await reviewer.sendRequest('PUT', path, text)).status).toBe(200);
    }
    expect(await mills.traces()).toBe(before);
  });

  it('is copied to a new resource instance by a POST of the JSON-LD of GET', async () => {
    const text = await (await reviewer.sendRequest('GET', path)).text();
    const answer = await reviewer.sendRequest('POST', '/resources/specimen', text);
    expect(answer.status).toBe(201);
    const copy = answer.headers.get('location')?.split('/').at(-1);
    expect(await valueOf(datatype, copy)).toEqual(value);
  });
});

describe.each(validValues)('a proposed $value of datatype $datatype', ({ datatype, value }) => {
  it('stays proposed when its author writes the tile again', async () => {
    await mills.reset();
    await reviewer.sendRequest('PUT', specimenPath, { tiles: [] });
    const { author } = mills.writers;
    const tile = specimenTile(datatype, value);
    const written = { ...tile, tileid: undefined, resourceinstance_id: specimenId };
    const created = tileSchema.parse(
      await (await author.sendRequest('POST', '/api/tiles', written)).json(),
    );
    const answer = await author.sendRequest('POST', `/api/tiles/${created.tileid}`, {
      ...written,
      data: {},
    });
    const { provisionaledits } = tileSchema.parse(await answer.json());
    expect(answer.status).toBe(200);
    expect(provisionaledits[author.accountId]?.value[nodeOf(datatype)] ?? null).toEqual(value);
  });
});

describe('an invalid value', () => {
  beforeAll(async () => mills.reset());

  it.each(invalidValues)(
    'is refused with a pointer to the error: $value of datatype $datatype, $code',
    async ({ datatype, value, code, pointer }) => {
      const before = await mills.traces();
      expect(await refusalOf(await put(datatype, value))).toEqual([
        422,
        'unprocessable_document',
        [`${code} /tiles/0/data/${nodeOf(datatype)}${pointer}`],
      ]);
      expect(await mills.traces()).toBe(before);
    },
  );
});

describe('a number', () => {
  it('keeps every digit when it is written and read', async () => {
    await mills.reset();
    const digits = '123456789012345678901.50';
    const body = JSON.stringify({ tiles: [specimenTile('number', 'DIGITS')] });
    await reviewer.sendRequest('PUT', specimenPath, body.replace('"DIGITS"', digits));
    for (const form of ['json-ld', 'service-json']) {
      const text = await (await reviewer.sendRequest('GET', `${path}?format=${form}`)).text();
      expect(text).toContain(digits);
    }
  });
});
