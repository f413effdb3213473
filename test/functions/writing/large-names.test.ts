import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { oldMill } from './every-write.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from './mills.ts';
import { millNodes } from './mill-service.ts';
import type { TestWriter } from './writers.ts';

const { name } = millNodes;
/** A name that, repeated in full as name, description and map text in every language, would be too large for any answer. */
const longName = 'Mühle am Bach "Ost" '.repeat(60_000).trim();

/** A record whose display name is the beginning of the long name. */
const recordWithShortenedName = z.object({
  displayname: z
    .string()
    .max(20_000)
    .regex(/^Mühle.*…$/),
});
/** Compares texts without printing them when a test fails. */
const isSame = (actual: unknown, expected: string): boolean => actual === expected;

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

afterAll(async () => mills?.service.close());

describe('a name of more than a megabyte', () => {
  it('is stored in an existing resource instance', async () => {
    const mill = await readRecord(reviewer);
    const renamedMill = withTile(mill, withValue(tileOf(mill), name, longName));
    expect((await reviewer.sendRequest('PUT', recordPath, renamedMill)).status).toBe(200);
    expect(isSame(tileOf(await readRecord(reviewer)).data[name], longName)).toBe(true);
  });

  it('is shortened to its beginning in the display name', async () => {
    const document = await reviewer.read(`/resources/${oldMill}?format=service-json`);
    expect(recordWithShortenedName.safeParse(document).error).toBeUndefined();
  });

  it('is stored in a new resource instance', async () => {
    const mill = await readRecord(reviewer);
    const answer = await reviewer.sendRequest('POST', '/resources/mill?format=service-json', mill);
    expect(answer.status).toBe(201);
    const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
    expect(isSame(tileOf(await readRecord(reviewer, id)).data[name], longName)).toBe(true);
  });

  it.each(['/resources/', '/geojson'])(
    'does not prevent GET %s from answering with 200',
    async (path) => {
      expect((await reviewer.sendRequest('GET', path)).status).toBe(200);
    },
  );
});
