import { setTimeout as wait } from 'node:timers/promises';

import { baseUrl } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { millId, tileId } from '../writing/crowd.ts';
import { millNodes, type MillService, type WriteRequest } from '../writing/mill-service.ts';
import { ordinalOf, page } from './streams.ts';

/** The number of mills that the writers share. */
const millCount = 24;

/** Sends a request again as long as the answer is 503, as clients should. */
async function sendWithRetries(
  { sendRequest }: MillService,
  request: WriteRequest,
): Promise<Response> {
  for (;;) {
    const answer = await sendRequest(request);
    if (answer.status < 500) return answer;
    if (answer.status !== 503) throw new Error(`${request.path}: ${await answer.text()}`);
    await wait(50);
  }
}

const { appellation, name, note } = millNodes;

/** The request of a writer at a step. Of five requests, three store a whole mill, one adds a name to a mill, one deletes a mill. */
function requestOf(writer: number, step: number): WriteRequest {
  const number = (writer * 7 + step * 5) % millCount;
  const resourceId = millId(number);
  const data = { [name]: `${writer} ${step}`, [note]: null };
  if (step % 5 === 4) return { method: 'DELETE', path: `/resources/${resourceId}` };
  if (step % 5 === 2) {
    return {
      method: 'POST',
      path: '/api/tiles',
      body: JSON.stringify({ nodegroup_id: appellation, resourceinstance_id: resourceId, data }),
      headers: { 'idempotency-key': `${writer} ${step}` },
    };
  }
  const tile = {
    tileid: tileId(writer, number),
    nodegroup_id: appellation,
    parenttile_id: null,
    sortorder: 0,
    data,
  };
  return {
    method: 'PUT',
    path: `/resources/mill/${resourceId}?format=service-json`,
    body: JSON.stringify({ resourceinstanceid: resourceId, graph_id: graphId, tiles: [tile] }),
  };
}

/** Sends as many writes as there are steps. @returns the statuses of the answers */
export async function sendWrites(
  service: MillService,
  writer: number,
  steps: number,
  afterEach: () => void,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    // Each writer begins at another step, so that all kinds of requests are sent at the same time.
    statuses.push((await sendWithRetries(service, requestOf(writer, writer + step))).status);
    afterEach();
  }
  return statuses;
}

/** The documents of all existing resource instances, by URI. */
export type Copy = ReadonlyMap<string, string>;

/** The result of a harvester: its copy of the data, and the faults that it found in the stream. */
export type Harvest = {
  readonly copy: Copy;
  readonly items: number;
  readonly faults: readonly string[];
};

/**
 * Reads the stream from its first item until the writers are done and the end is reached, and copies the object of each item. A page
 * that is not full is read again.
 */
export async function harvest(service: MillService, isDone: () => boolean): Promise<Harvest> {
  const copy = new Map<string, string>();
  const faults: string[] = [];
  let items = 0;
  let endTime = '';
  let number = 1;
  for (;;) {
    const wasDone = isDone();
    const answer = await sendWithRetries(service, { method: 'GET', path: `/history/${number}` });
    const { orderedItems, startIndex, next } = page.parse(await answer.json());
    const newItems = orderedItems.slice(items - startIndex);
    for (const item of newItems) {
      items += 1;
      if (ordinalOf(item) !== items) faults.push(`item ${ordinalOf(item)} came as ${items}`);
      if (item.endTime < endTime) faults.push(`${item.endTime} came after ${endTime}`);
      endTime = item.endTime;
    }
    await copyAll(service, new Set(newItems.map(({ object }) => object.id)), copy);
    if (next !== undefined) number += 1;
    else if (wasDone) return { copy, items, faults };
  }
}

/** Copies the documents of URIs. Removes those from the copy that no longer exist. */
async function copyAll(
  service: MillService,
  uris: Iterable<string>,
  copy: Map<string, string>,
): Promise<void> {
  for (const uri of uris) {
    const path = `${uri.slice(baseUrl.length)}?format=service-json`;
    const answer = await sendWithRetries(service, { method: 'GET', path });
    if (answer.status === 404) copy.delete(uri);
    else copy.set(uri, await answer.text());
  }
}

/** Reads the current documents of all mills. */
export async function readAllMills(service: MillService): Promise<Copy> {
  const copy = new Map<string, string>();
  const uris = Array.from(
    { length: millCount },
    (_, number) => `${baseUrl}/resources/${millId(number)}`,
  );
  await copyAll(service, uris, copy);
  return copy;
}
