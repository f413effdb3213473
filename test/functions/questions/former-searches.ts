import * as z from 'zod';

import type { TestWriter } from '../writing/writers.ts';

export const answerSchema = z.looseObject({
  results: z.looseObject({
    hits: z.looseObject({
      total: z.object({ value: z.number(), relation: z.string() }),
      hits: z.array(
        z.looseObject({
          _id: z.string(),
          _source: z.looseObject({
            displayname: z.string(),
            points: z.array(
              z.looseObject({ point: z.object({ lon: z.number(), lat: z.number() }) }),
            ),
            tiles: z.array(z.looseObject({ nodegroup_id: z.string() })).optional(),
          }),
        }),
      ),
    }),
  }),
  'paging-filter': z.object({ paginator: z.looseObject({ has_next: z.boolean() }) }),
  total_results: z.number(),
});
export const errorSchema = z.looseObject({
  status: z.string(),
  success: z.boolean(),
  title: z.string(),
  message: z.string(),
});

export type Parameters = Readonly<Record<string, unknown>>;

export const toQuery = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();

export const send = async (caller: TestWriter, parameters: Parameters) =>
  caller.sendRequest('GET', `/search/resources?${toQuery(parameters)}`);

/** All ids that a search finds, from one page. */
export async function search(
  caller: TestWriter,
  parameters: Parameters,
): Promise<readonly string[]> {
  const response = await send(caller, { limit: '1000', ...parameters });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const { results, total_results: total } = answerSchema.parse(JSON.parse(text));
  const ids = results.hits.hits.map((hit) => hit._id);
  if (total !== ids.length || total !== results.hits.total.value) throw new Error(text);
  return ids;
}

export const advanced = (...groups: readonly unknown[]): Parameters => ({
  'advanced-search': groups,
});
export const group = (conditions: Parameters, op = 'and') => ({ op, ...conditions });
export const isOf = (...ids: readonly string[]) => ({
  op: 'eq',
  val: ids.length === 1 ? ids[0] : ids,
});
