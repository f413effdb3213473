import { graphId } from '../../lib/json-ld/mill.ts';
import { id } from '../cli/import/graphs/example.ts';
import { millNodes } from '../../functions/writing/mill-service.ts';
import type { DiskService, SmallRequest } from './disk-service.ts';

/** What became of writes, by their numbers: what is stored, and the codes of those that failed. */
export type Answers = { readonly stored: Set<number>; readonly failed: Map<number, string> };

/** How many are under way at a time. */
const inFlight = 12;
/** Mills that a third of the writes add a name to. */
const shared = Array.from({ length: 10 }, (_, index) => id(800_000 + index));

/** Makes the mills that are there before. */
export async function makeMills({ ask }: DiskService): Promise<void> {
  for (const resourceId of shared) await ask(put(resourceId, []));
}

const nameTile = (text: string) => ({
  nodegroup_id: millNodes.appellation,
  data: { [millNodes.name]: text, [millNodes.note]: null },
});

const put = (resourceId: string, tiles: readonly unknown[]): SmallRequest => ({
  method: 'PUT',
  path: `/resources/mill/${resourceId}?format=service-json`,
  body: { resourceinstanceid: resourceId, graph_id: graphId, tiles },
});

/** The names that a write leaves, each in a tile. */
export function textsOf(number: number): readonly string[] {
  return number % 3 === 0 ? [`write ${number}`] : [`write ${number}`, `write ${number} too`];
}

/** In turn a name more for a mill that is there, a new mill by POST, and one by PUT. */
function requestOf(number: number): SmallRequest {
  const [tile, ...more] = textsOf(number).map(nameTile);
  if (number % 3 === 0) {
    const body = { ...tile, resourceinstance_id: shared[number % shared.length] };
    return { method: 'POST', path: '/api/tiles', body };
  }
  if (number % 3 === 2) return put(id(900_000 + number), [tile, ...more]);
  const body = { graph_id: graphId, tiles: [tile, ...more] };
  return { method: 'POST', path: '/resources/mill?format=service-json', body };
}

/**
 * Sends all writes that are not stored yet, several at a time, each under a key of its own.
 * @param answers what is known so far; writes that failed are sent again as they were
 * @param afterEach told of each answer; `stop` sends no more, and waits for those under way
 */
export async function writeNames(
  { ask }: DiskService,
  writes: number,
  { stored, failed }: Answers,
  afterEach: () => Promise<'go on' | 'stop'>,
): Promise<void> {
  const open = [...Array(writes).keys()].filter((number) => !stored.has(number));
  let isStopped = false;
  async function client(): Promise<void> {
    while (!isStopped) {
      const number = open.shift();
      if (number === undefined) return;
      const { status, code } = await ask({ ...requestOf(number), key: `write ${number}` });
      failed.delete(number);
      if (status < 300) stored.add(number);
      else failed.set(number, code);
      if (isStopped) return;
      isStopped = (await afterEach()) === 'stop';
    }
  }
  await Promise.all(Array.from({ length: inFlight }, client));
}
