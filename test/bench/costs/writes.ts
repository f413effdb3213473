import { randomUUID } from 'node:crypto';

import type { CostExamples } from './examples.ts';
import type { Bare, CostRequest } from './request.ts';

type Tile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number | null;
  readonly data: Readonly<Record<string, unknown>>;
};
type Document = {
  readonly graph_id: string;
  readonly descriptors: unknown;
  readonly tiles: readonly Tile[];
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Every write of data, each in a transaction that is rolled back.
 * @param get fetches a document of the service
 */
export async function writeRequests(
  examples: CostExamples,
  account: number,
  get: (path: string) => Promise<string>,
): Promise<readonly CostRequest[]> {
  const path = `/resources/${examples.usual}`;
  const jsonLd = await get(`${path}?hidden=false`);
  const text = await get(`${path}?format=service-json&hidden=false`);
  const document: Document = JSON.parse(text);
  const tile = document.tiles.find(({ tileid }) => tileid === examples.tile);
  if (tile === undefined) throw new Error('The tile of the examples is not in its document.');
  const changed = {
    ...tile,
    data: { ...tile.data, [examples.node]: other(tile.data[examples.node]) },
  };
  const tiles = document.tiles.map((one) => (one === tile ? changed : one));
  const copy = copyOf(text, examples.usual);
  const added = { ...examples.repeatedTile, tileid: randomUUID() };
  const sent = { ...changed, resourceinstance_id: examples.usual };
  const reading: Bare = { file: 'resource', values: [examples.usual] };
  const writing = (
    written: Pick<Tile, 'tileid' | 'nodegroup_id' | 'data'>,
    resource = examples.usual,
  ): Bare => ({
    file: 'write-tile',
    values: [JSON.stringify({ tile_id: written.tileid, ...written }), resource, account],
  });
  const creation: Bare = {
    file: 'create-resource',
    values: [rowsOf(copy.document), copy.id, copy.document.graph_id, '{}', account],
  };
  const model: Bare = { file: 'model', values: [copy.document.graph_id] };
  const asDocument = { method: 'PUT', path } as const;
  const create = { body: JSON.stringify(copy.document), bare: [model, creation] };
  const requests: readonly Omit<CostRequest, 'only'>[] = [
    { ...asDocument, name: 'PUT json-ld, unchanged', body: jsonLd, bare: [reading] },
    { ...asDocument, name: 'PUT service-json, unchanged', body: text, bare: [reading] },
    {
      ...asDocument,
      name: 'PUT service-json, one tile changed',
      body: JSON.stringify({ ...document, tiles }),
      bare: [reading, writing(changed)],
    },
    {
      ...create,
      name: 'PUT service-json, a new one',
      method: 'PUT',
      path: `/resources/${copy.document.graph_id}/${copy.id}`,
    },
    {
      ...create,
      name: 'POST service-json, a new one',
      method: 'POST',
      path: `/resources/${copy.document.graph_id}`,
    },
    {
      name: 'DELETE /resources/{id}',
      method: 'DELETE',
      path,
      bare: [reading, { file: 'delete-resource', values: [examples.usual, account] }],
    },
    {
      name: 'POST /api/tiles/{id}, changed',
      method: 'POST',
      path: `/api/tiles/${changed.tileid}`,
      body: JSON.stringify(sent),
      bare: [reading, writing(changed)],
    },
    {
      name: 'POST /api/tiles, a new one',
      method: 'POST',
      path: '/api/tiles',
      body: JSON.stringify(added),
      bare: [
        { file: 'resource', values: [added.resourceinstance_id] },
        writing(added, added.resourceinstance_id),
      ],
    },
    {
      name: 'POST /api/node_value',
      method: 'POST',
      path: '/api/node_value',
      headers: form,
      body: new URLSearchParams({
        nodeid: examples.node,
        tileid: examples.tile,
        resourceinstanceid: examples.usual,
        data: asText(changed.data[examples.node]),
      }).toString(),
      bare: [reading, writing(changed)],
    },
  ];
  return requests.map((request) => ({ ...request, only: 'an account' }));
}

/** A different text, plain or by language. */
function other(value: unknown): unknown {
  if (typeof value === 'string') return `${value} 2`;
  const byLanguage = Object.entries(Object(value)).map(([language, text]) => [
    language,
    { ...Object(text), value: `${String(Object(text).value)} 2` },
  ]);
  return Object.fromEntries(byLanguage);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Replaces the ids of a resource instance. */
function copyOf(text: string, id: string): { readonly id: string; readonly document: Document } {
  const { tiles }: Document = JSON.parse(text);
  const ids = new Map([id, ...tiles.map(({ tileid }) => tileid)].map((one) => [one, randomUUID()]));
  const copied = text.replaceAll(
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g,
    (one) => ids.get(one) ?? one,
  );
  return { id: ids.get(id) ?? '', document: JSON.parse(copied) };
}

/** The tiles of a document as rows of their table. */
function rowsOf({ tiles }: Document): string {
  return JSON.stringify(
    tiles.map((tile) => ({
      tile_id: tile.tileid,
      nodegroup_id: tile.nodegroup_id,
      parent_tile_id: tile.parenttile_id,
      sort_order: tile.sortorder,
      data: tile.data,
    })),
  );
}
