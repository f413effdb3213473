import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { oldMill } from './every-write.ts';
import {
  openMillYard,
  recordOf,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type MillYard,
} from './mill-yard.ts';
import { millNodes } from './mill-service.ts';
import type { TestWriter } from './writers.ts';

const { name } = millNodes;
/** Written in full as name, description and map text in every language, it would fit into no answer. */
const longName = 'Mühle am Bach "Ost" '.repeat(60_000).trim();

/** What is shown of a long text: its beginning. */
const displayed = z.object({
  displayname: z
    .string()
    .max(20_000)
    .regex(/^Mühle.*…$/),
});
/** Texts that are not to be printed where a test fails. */
const isSame = (one: unknown, other: string): boolean => one === other;

let yard: MillYard;
let reviewer: TestWriter;

beforeAll(async () => {
  yard = await openMillYard();
  ({ reviewer } = yard.writers);
});

afterAll(async () => yard?.service.close());

describe('a name of more than a megabyte', () => {
  it('is stored, of a resource instance that is there', async () => {
    const mill = await recordOf(reviewer);
    const named = withTile(mill, withValue(tileOf(mill), name, longName));
    expect((await reviewer.ask('PUT', recordPath, named)).status).toBe(200);
    expect(isSame(tileOf(await recordOf(reviewer)).data[name], longName)).toBe(true);
  });

  it('is shown by its beginning', async () => {
    const document = await reviewer.read(`/resources/${oldMill}?format=service-json`);
    expect(displayed.safeParse(document).error).toBeUndefined();
  });

  it('is stored, of a new one', async () => {
    const mill = await recordOf(reviewer);
    const answer = await reviewer.ask('POST', '/resources/mill?format=service-json', mill);
    expect(answer.status).toBe(201);
    const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
    expect(isSame(tileOf(await recordOf(reviewer, id)).data[name], longName)).toBe(true);
  });

  it.each(['/resources/', '/geojson'])('leaves %s as good as before', async (path) => {
    expect((await reviewer.ask('GET', path)).status).toBe(200);
  });
});
