import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { id } from '../infra/cli/import/graphs/example.ts';
import { problemOf, type Mills } from './writing/mills.ts';
import { entryId, entryPath, numberTile, register, registerNodes } from './writing/register.ts';
import type { TestWriter } from './writing/writers.ts';
import { triesAllCases } from '../support/random/take-sample.ts';
import { openMillsWith } from './writing/mills-with-model.ts';

let mills: Mills;
let administrator: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(register);
  ({ administrator } = mills.writers);
});

afterAll(async () => mills?.service.close());

const json = { 'content-type': 'application/json' };
const numbers = (count: number): readonly number[] => [...Array(count).keys()];
/** A fifth is still more than anybody reads. */
const many = (count: number): number => (triesAllCases ? count : count / 5);
const unknown = (count: number): readonly number[] => numbers(count).map((at) => 100_000 + at);

/** Requests with more errors than anybody reads, by operation and form. */
const requests: readonly (readonly [
  title: string,
  status: number,
  count: number,
  send: () => Promise<Response>,
])[] = [
  [
    'POST /mobileprojects with unknown users',
    400,
    many(50_000),
    () =>
      administrator.ask(
        'POST',
        '/mobileprojects',
        { name: 'A', users: unknown(many(50_000)) },
        json,
      ),
  ],
  [
    'PUT /mobileprojects/{id} with unknown groups',
    400,
    many(50_000),
    async () => {
      const made = await administrator.ask('POST', '/mobileprojects', { name: 'A' }, json);
      const { id: projectId } = z.looseObject({ id: z.string() }).parse(await made.json());
      const body = { groups: unknown(many(50_000)) };
      return administrator.ask('PUT', `/mobileprojects/${projectId}`, body, json);
    },
  ],
  [
    'PUT of tile records that all have the same unique value',
    422,
    many(13_000),
    () =>
      administrator.ask('PUT', entryPath(1), {
        tiles: numbers(many(13_000)).map((at) => numberTile(100_000 + at, '1987.1')),
      }),
  ],
  [
    'PUT of tile records of values that are none',
    422,
    many(20_000),
    () =>
      administrator.ask('PUT', entryPath(1), {
        tiles: numbers(many(20_000)).map((at) => ({
          ...numberTile(100_000 + at, ''),
          data: { [registerNodes.number]: 7 },
        })),
      }),
  ],
  [
    'PUT of JSON-LD with unknown terms',
    400,
    many(50_000),
    () =>
      administrator.ask(
        'PUT',
        `/resources/register/${entryId(1)}`,
        Object.fromEntries(numbers(many(50_000)).map((at) => [`k${at}`, 1])),
      ),
  ],
  [
    'POST /api/tiles with unknown nodes',
    422,
    many(50_000),
    () =>
      administrator.ask('POST', '/api/tiles', {
        nodegroup_id: registerNodes.number,
        data: Object.fromEntries(numbers(many(50_000)).map((at) => [id(100_000 + at), 'x'])),
      }),
  ],
];

describe('more errors than anybody reads', () => {
  it.each(requests)(
    'are listed up to a thousand, with how many more there are: %s',
    async (_, status, count, send) => {
      const answer = await send();
      const text = await answer.clone().text();
      expect([answer.status, text.length < 2_000_000]).toEqual([status, true]);
      const { errors, detail } = await problemOf(answer);
      expect(errors).toHaveLength(1_001);
      expect(errors.at(-1)).toMatchObject({
        code: 'more_problems',
        pointer: '',
        detail: expect.stringContaining(` ${count - 1_000} `),
      });
      expect(detail.length).toBeLessThan(5_000);
    },
  );
});
