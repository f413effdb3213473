import { graphId } from '../../lib/json-ld/mill.ts';
import { id } from '../cli/import/graphs/example.ts';
import { millNodes } from '../../functions/writing/mill-service.ts';
import type { DiskService, SmallRequest } from './disk-service.ts';

/** The outcome of writes, by their numbers: the stored ones, and the codes of the failed ones. */
export type Answers = { readonly stored: Set<number>; readonly failed: Map<number, string> };

/** The number of concurrent writes. */
const concurrentWriteCount = 12;
/** Mills to which a third of the writes add a name. */
const sharedMills = Array.from({ length: 10 }, (_, index) => id(800_000 + index));

/** Creates the shared mills. */
export async function createSharedMills({ sendRequest }: DiskService): Promise<void> {
  for (const resourceId of sharedMills) await sendRequest(putMill(resourceId, []));
}

const nameTile = (text: string) => ({
  nodegroup_id: millNodes.appellation,
  data: { [millNodes.name]: text, [millNodes.note]: null },
});

const putMill = (resourceId: string, tiles: readonly unknown[]): SmallRequest => ({
  method: 'PUT',
  path: `/resources/mill/${resourceId}?format=service-json`,
  body: { resourceinstanceid: resourceId, graph_id: graphId, tiles },
});

/** The names that a write stores, each in a tile. */
export function namesOfWrite(number: number): readonly string[] {
  return number % 3 === 0 ? [`write ${number}`] : [`write ${number}`, `write ${number} too`];
}

/** The request of a write. Its number decides whether it adds a name to a shared mill or creates a mill, by POST or PUT. */
function requestOf(number: number): SmallRequest {
  const [tile, ...furtherTiles] = namesOfWrite(number).map(nameTile);
  if (number % 3 === 0) {
    const body = { ...tile, resourceinstance_id: sharedMills[number % sharedMills.length] };
    return { method: 'POST', path: '/api/tiles', body };
  }
  if (number % 3 === 2) return putMill(id(900_000 + number), [tile, ...furtherTiles]);
  const body = { graph_id: graphId, tiles: [tile, ...furtherTiles] };
  return { method: 'POST', path: '/resources/mill?format=service-json', body };
}

/**
 * Sends all writes that are not stored yet, several at a time, each with an idempotency key of its own.
 * @param answers the outcomes so far; failed writes are repeated unchanged
 * @param afterEach called after each answer; `stop` sends no more writes, and waits for those in progress
 */
export async function writeNames(
  { sendRequest }: DiskService,
  writeCount: number,
  { stored, failed }: Answers,
  afterEach: () => Promise<'go on' | 'stop'>,
): Promise<void> {
  const remaining = [...Array(writeCount).keys()].filter((number) => !stored.has(number));
  let isStopped = false;
  async function runClient(): Promise<void> {
    while (!isStopped) {
      const number = remaining.shift();
      if (number === undefined) return;
      const { status, code } = await sendRequest({ ...requestOf(number), key: `write ${number}` });
      failed.delete(number);
      if (status < 300) stored.add(number);
      else failed.set(number, code);
      if (isStopped) return;
      isStopped = (await afterEach()) === 'stop';
    }
  }
  await Promise.all(Array.from({ length: concurrentWriteCount }, runClient));
}
