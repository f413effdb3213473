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
/** A fifth of the errors is enough, unless all cases are tested. */
const scaled = (count: number): number => (triesAllCases ? count : count / 5);
const unknownIds = (count: number): readonly number[] =>
  numbers(count).map((index) => 100_000 + index);

/** Requests with thousands of errors, by operation and format. */
const requests: readonly (readonly [
  title: string,
  status: number,
  count: number,
  send: () => Promise<Response>,
])[] = [
  [
    'POST /mobileprojects with unknown users',
    400,
    scaled(50_000),
    () =>
      administrator.sendRequest(
        'POST',
        '/mobileprojects',
        { name: 'A', users: unknownIds(scaled(50_000)) },
        json,
      ),
  ],
  [
    'PUT /mobileprojects/{id} with unknown groups',
    400,
    scaled(50_000),
    async () => {
      const created = await administrator.sendRequest(
        'POST',
        '/mobileprojects',
        { name: 'A' },
        json,
      );
      const { id: projectId } = z.looseObject({ id: z.string() }).parse(await created.json());
      const body = { groups: unknownIds(scaled(50_000)) };
      return administrator.sendRequest('PUT', `/mobileprojects/${projectId}`, body, json);
    },
  ],
  [
    'PUT of tile records that all have the same unique value',
    422,
    scaled(13_000),
    () =>
      administrator.sendRequest('PUT', entryPath(1), {
        tiles: numbers(scaled(13_000)).map((index) => numberTile(100_000 + index, '1987.1')),
      }),
  ],
  [
    'PUT of tile records with values of a wrong datatype',
    422,
    scaled(20_000),
    () =>
      administrator.sendRequest('PUT', entryPath(1), {
        tiles: numbers(scaled(20_000)).map((index) => ({
          ...numberTile(100_000 + index, ''),
          data: { [registerNodes.number]: 7 },
        })),
      }),
  ],
  [
    'PUT of JSON-LD with unknown terms',
    400,
    scaled(50_000),
    () =>
      administrator.sendRequest(
        'PUT',
        `/resources/register/${entryId(1)}`,
        Object.fromEntries(numbers(scaled(50_000)).map((index) => [`k${index}`, 1])),
      ),
  ],
  [
    'POST /api/tiles with unknown nodes',
    422,
    scaled(50_000),
    () =>
      administrator.sendRequest('POST', '/api/tiles', {
        nodegroup_id: registerNodes.number,
        data: Object.fromEntries(
          numbers(scaled(50_000)).map((index) => [id(100_000 + index), 'x']),
        ),
      }),
  ],
];

describe('thousands of errors', () => {
  it.each(requests)(
    'are listed up to a thousand, with the number of the remaining ones: %s',
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
