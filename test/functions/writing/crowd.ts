import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod';

import { graphId } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { hasNativeServer } from '../../support/has-native-server.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import type { MillService } from './mill-service.ts';

/**
 * The numbers of the writers that write at the same time. A database server has a session for each. The embedded database has one
 * session, for which the writers wait.
 */
export const writers: readonly number[] = Array.from(
  { length: hasNativeServer && triesAllCases ? 16 : 6 },
  (_, i) => i,
);

/** The id of the mill with this number. */
export const millId = (number: number): string => id(10_000 + number);

/** The id of the tile of a writer in a mill. */
export const tileId = (writer: number, number: number): string =>
  id(1_000_000 + writer * 1000 + number);

const tile = z.object({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  sortorder: z.number().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export type Tile = Readonly<z.infer<typeof tile>>;

const mill = z.object({ tiles: z.array(tile) });

export const tileOf = (
  tileid: string,
  nodegroupId: string,
  data: Readonly<Record<string, unknown>>,
): Tile => ({ tileid, nodegroup_id: nodegroupId, parenttile_id: null, sortorder: 0, data });

/** A mill as it was read, with its ETag. No tiles and no ETag if it does not exist. */
export type ReadMill = { readonly tiles: readonly Tile[]; readonly etag: string | undefined };

export async function readMill({ sendRequest }: MillService, number: number): Promise<ReadMill> {
  const answer = await sendRequest({
    method: 'GET',
    path: `/resources/${millId(number)}?format=service-json`,
  });
  if (answer.status === 404) return { tiles: [], etag: undefined };
  const { tiles } = mill.parse(await answer.json());
  return { tiles, etag: answer.headers.get('etag') ?? undefined };
}

/** Stores a mill with these tiles. @returns the status */
export async function putMill(
  { sendRequest }: MillService,
  number: number,
  tiles: readonly Tile[],
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { status } = await sendRequest({
    method: 'PUT',
    path: `/resources/mill/${millId(number)}?format=service-json`,
    body: JSON.stringify({ resourceinstanceid: millId(number), graph_id: graphId, tiles }),
    headers,
  }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
  return status;
}

/**
 * Changes a mill as a careful client does: reads it, and stores the change on the condition that it has not changed since. Tries
 * again after 412.
 * @returns the statuses of all PUT requests, the last of which is not 412
 */
export async function changeCarefully(
  mills: MillService,
  number: number,
  change: (tiles: readonly Tile[]) => readonly Tile[],
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (;;) {
    const { tiles, etag } = await readMill(mills, number);
    const condition = etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag };
    const status = await putMill(mills, number, change(tiles), condition);
    statuses.push(status);
    if (status !== 412) return statuses;
    await wait(Math.random() * 20 * statuses.length);
  }
}

/** Runs a write of every writer at the same time. */
export async function runAllWriters<Result>(
  write: (writer: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(writers.map(write));
}
