import { randomUUID } from 'node:crypto';

import type { CostExamples } from './examples.ts';
import type { BareStatement, CostRequest } from './request.ts';

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
export async function buildWriteRequests(
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
  const changedTile = {
    ...tile,
    data: { ...tile.data, [examples.node]: changeText(tile.data[examples.node]) },
  };
  const tiles = document.tiles.map((candidate) => (candidate === tile ? changedTile : candidate));
  const resourceCopy = copyDocument(text, examples.usual);
  const newTile = { ...examples.repeatedTile, tileid: randomUUID() };
  const sentTile = { ...changedTile, resourceinstance_id: examples.usual };
  const readStatement: BareStatement = { file: 'resource', values: [examples.usual] };
  const createWriteStatement = (
    written: Pick<Tile, 'tileid' | 'nodegroup_id' | 'data'>,
    resource = examples.usual,
  ): BareStatement => ({
    file: 'write-tile',
    values: [JSON.stringify({ tile_id: written.tileid, ...written }), resource, account],
  });
  const createStatement: BareStatement = {
    file: 'create-resource',
    values: [
      toTileRows(resourceCopy.document),
      resourceCopy.id,
      resourceCopy.document.graph_id,
      '{}',
      account,
    ],
  };
  const modelStatement: BareStatement = { file: 'model', values: [resourceCopy.document.graph_id] };
  const asDocument = { method: 'PUT', path } as const;
  const create = {
    body: JSON.stringify(resourceCopy.document),
    bare: [modelStatement, createStatement],
  };
  const requests: readonly Omit<CostRequest, 'only'>[] = [
    { ...asDocument, name: 'PUT json-ld, unchanged', body: jsonLd, bare: [readStatement] },
    { ...asDocument, name: 'PUT service-json, unchanged', body: text, bare: [readStatement] },
    {
      ...asDocument,
      name: 'PUT service-json, one tile changed',
      body: JSON.stringify({ ...document, tiles }),
      bare: [readStatement, createWriteStatement(changedTile)],
    },
    {
      ...create,
      name: 'PUT service-json, a new one',
      method: 'PUT',
      path: `/resources/${resourceCopy.document.graph_id}/${resourceCopy.id}`,
    },
    {
      ...create,
      name: 'POST service-json, a new one',
      method: 'POST',
      path: `/resources/${resourceCopy.document.graph_id}`,
    },
    {
      name: 'DELETE /resources/{id}',
      method: 'DELETE',
      path,
      bare: [readStatement, { file: 'delete-resource', values: [examples.usual, account] }],
    },
    {
      name: 'POST /api/tiles/{id}, changed',
      method: 'POST',
      path: `/api/tiles/${changedTile.tileid}`,
      body: JSON.stringify(sentTile),
      bare: [readStatement, createWriteStatement(changedTile)],
    },
    {
      name: 'POST /api/tiles, a new one',
      method: 'POST',
      path: '/api/tiles',
      body: JSON.stringify(newTile),
      bare: [
        { file: 'resource', values: [newTile.resourceinstance_id] },
        createWriteStatement(newTile, newTile.resourceinstance_id),
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
        data: toText(changedTile.data[examples.node]),
      }).toString(),
      bare: [readStatement, createWriteStatement(changedTile)],
    },
  ];
  return requests.map((request) => ({ ...request, only: 'an account' }));
}

/** Changes a text, which is plain or by language. */
function changeText(value: unknown): unknown {
  if (typeof value === 'string') return `${value} 2`;
  const byLanguage = Object.entries(Object(value)).map(([language, text]) => [
    language,
    { ...Object(text), value: `${String(Object(text).value)} 2` },
  ]);
  return Object.fromEntries(byLanguage);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Copies a document, with new ids for the resource instance and its tiles. */
function copyDocument(
  text: string,
  id: string,
): { readonly id: string; readonly document: Document } {
  const { tiles }: Document = JSON.parse(text);
  const ids = new Map(
    [id, ...tiles.map(({ tileid }) => tileid)].map((oldId) => [oldId, randomUUID()]),
  );
  const copiedText = text.replaceAll(
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g,
    (oldId) => ids.get(oldId) ?? oldId,
  );
  return { id: ids.get(id) ?? '', document: JSON.parse(copiedText) };
}

/** The tiles of a document as rows of the table of tiles, in JSON. */
function toTileRows({ tiles }: Document): string {
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
