import { setTimeout as wait } from 'node:timers/promises';

import { baseUrl } from '../../support/service.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { millId, tileId } from '../writing/crowd.ts';
import { millNodes, type MillService, type WriteRequest } from '../writing/mill-service.ts';
import { ordinalOf, page } from './streams.ts';

/** How many mills there are to write, for all writers together. */
const millCount = 24;

/** Sends a request until the service can be asked, as a client should that was told to try again. */
async function insist({ ask }: MillService, request: WriteRequest): Promise<Response> {
  for (;;) {
    const answer = await ask(request);
    if (answer.status < 500) return answer;
    if (answer.status !== 503) throw new Error(`${request.path}: ${await answer.text()}`);
    await wait(50);
  }
}

const { appellation, name, note } = millNodes;

/** What a writer does at a step: three times out of five it stores a mill whole, once it adds a name to one, once it deletes one. */
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

/** Writes so many times. @returns the statuses of the answers */
export async function sendWrites(
  service: MillService,
  writer: number,
  steps: number,
  afterEach: () => void,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    // Each begins at another step, so that together they do everything.
    statuses.push((await insist(service, requestOf(writer, writer + step))).status);
    afterEach();
  }
  return statuses;
}

/** A copy of the store: the document of each resource instance, by its URI. */
export type Copy = ReadonlyMap<string, string>;

/** What a harvester has learned: its copy, and what it found wrong with the stream. */
export type Harvest = {
  readonly copy: Copy;
  readonly items: number;
  readonly complaints: readonly string[];
};

/**
 * Follows the stream from its beginning until the writers are done and its end is reached, and copies what each item is about: whole
 * pages, each again until it is full.
 */
export async function harvest(service: MillService, isDone: () => boolean): Promise<Harvest> {
  const copy = new Map<string, string>();
  const complaints: string[] = [];
  let items = 0;
  let endTime = '';
  let number = 1;
  for (;;) {
    const wasDone = isDone();
    const answer = await insist(service, { method: 'GET', path: `/history/${number}` });
    const { orderedItems, startIndex, next } = page.parse(await answer.json());
    const fresh = orderedItems.slice(items - startIndex);
    for (const item of fresh) {
      items += 1;
      if (ordinalOf(item) !== items) complaints.push(`item ${ordinalOf(item)} came as ${items}`);
      if (item.endTime < endTime) complaints.push(`${item.endTime} came after ${endTime}`);
      endTime = item.endTime;
    }
    await copyAll(service, new Set(fresh.map(({ object }) => object.id)), copy);
    if (next !== undefined) number += 1;
    else if (wasDone) return { copy, items, complaints };
  }
}

/** Copies what there is under URIs, and forgets what there is no more. */
async function copyAll(
  service: MillService,
  uris: Iterable<string>,
  copy: Map<string, string>,
): Promise<void> {
  for (const uri of uris) {
    const path = `${uri.slice(baseUrl.length)}?format=service-json`;
    const answer = await insist(service, { method: 'GET', path });
    if (answer.status === 404) copy.delete(uri);
    else copy.set(uri, await answer.text());
  }
}

/** The store as it is. */
export async function storeOf(service: MillService): Promise<Copy> {
  const copy = new Map<string, string>();
  const uris = Array.from(
    { length: millCount },
    (_, number) => `${baseUrl}/resources/${millId(number)}`,
  );
  await copyAll(service, uris, copy);
  return copy;
}
