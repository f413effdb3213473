import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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
  type MillRecord,
  type Mills,
} from './mills.ts';
import type { TestWriter } from './writers.ts';

const { place, geometry } = millNodes;

let mills: Mills;
let reviewer: TestWriter;
let mill: MillRecord;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  mill = await readRecord(reviewer);
});

afterAll(async () => mills?.service.close());

describe('a document', () => {
  it.each(['1e131072', '-1e200000', '1e-16384'])(
    'is refused by every form of a write if it has a number with too many digits to be stored: %s',
    async (number) => {
      const before = await mills.traces();
      const features = {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: { depth: '@' }, geometry: null }],
      };
      const placeTile = withValue(tileOf(mill, place), geometry, features);
      const withNumber = (document: unknown): string =>
        JSON.stringify(document).replace('"@"', number);
      expect(
        await refusalOf(
          await reviewer.sendRequest('PUT', recordPath, withNumber(withTile(mill, placeTile))),
        ),
      ).toEqual([422, 'unprocessable_document', [`unusable_number /tiles/2/data/${geometry}`]]);
      const send = async (answer: Promise<Response>) => (await refusalOf(await answer)).slice(0, 1);
      const { tileid } = placeTile;
      expect([
        await send(reviewer.sendRequest('POST', `/api/tiles/${tileid}`, withNumber(placeTile))),
        await send(
          sendForm(reviewer, '/api/node_value/', {
            nodeid: geometry,
            tileid,
            data: withNumber(features),
          }),
        ),
      ]).toEqual([[422], [422]]);
      expect(await mills.traces()).toBe(before);
    },
  );

  it('may have numbers with as many digits as can be stored', async () => {
    const features = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { depths: '@' }, geometry: null }],
    };
    const document = withTile(mill, withValue(tileOf(mill, place), geometry, features));
    const text = JSON.stringify(document).replace('"@"', '[1e131071,1e-16383]');
    expect((await reviewer.sendRequest('PUT', recordPath, text)).status).toBe(200);
  });
});
