import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { pointCollection, graphId } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { millNodes, type MillService, type WriteRequest } from './mill-service.ts';

/** The mill that is written, a mill that refers to it, and a mill that does not exist yet. */
export const oldMill = id(501);
export const neighbour = id(502);
const newMill = id(503);

/** The size of a write: `little` fits into one statement; `much`, 4.3 MB or a tile of 1.6 MB, needs a transaction. */
export type Amount = 'little' | 'much';

/** A way of writing: an operation with a format of its body. */
export type Write = {
  readonly title: string;
  readonly amounts: readonly Amount[];
  /** Builds the request. After `placeMills` it always has the same bytes. */
  readonly request: (mills: MillService, amount: Amount) => Promise<WriteRequest>;
  /** The status if the same request is sent a second time. Undefined if the request would write again. */
  readonly retryStatus: number | undefined;
};

/** A file without bytes that a tile of the neighbour names, in a node that the model no longer has. */
export const namedImage = { tileid: id(608), nodeid: id(698), file_id: id(699) };

const { appellation, name, note, place, geometry, sightings, neighbours } = millNodes;

type Tile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number;
  readonly data: Readonly<Record<string, unknown>>;
};

const tile = (
  number: number,
  nodegroupId: string,
  data: Tile['data'],
  parent: string | null = null,
): Tile => ({
  tileid: id(600 + number),
  nodegroup_id: nodegroupId,
  parenttile_id: parent,
  sortorder: number,
  data,
});

const nameTile = (number: number, text: string, remark: string): Tile =>
  tile(number, appellation, { [name]: text, [note]: remark, [millNodes.nameType]: null });

const reference = (resourceId: string): unknown => [
  { resourceId, ontologyProperty: '', inverseOntologyProperty: '', resourceXresourceId: '' },
];

/** The tiles of the old mill: two names, a place with a point, a sighting at the place. */
const storedTiles: readonly Tile[] = [
  nameTile(1, 'Old Mill', 'as on the map'),
  nameTile(2, 'Mill House', 'as people say'),
  tile(3, place, { [geometry]: pointCollection }),
  tile(4, sightings, { [sightings]: '1850-01-01' }, id(603)),
];

/** The tiles of the old mill after a write: one name removed, one changed and one added, and a reference to its neighbour. */
const newTiles: readonly Tile[] = [
  nameTile(1, 'Old Mill', 'as on the second map'),
  ...storedTiles.slice(2),
  nameTile(5, 'New Mill', 'since the fire'),
  tile(6, neighbours, { [neighbours]: reference(neighbour) }),
];

/** Tiles that together are larger than a Data API call. `someLongNames` are too large for one statement. */
const longNames = Array.from({ length: 43 }, (_, index) =>
  nameTile(100 + index, `Mill ${index}`, `${index} ${'long '.repeat(20_000)}`),
);
const someLongNames = longNames.slice(0, 16);
/** A text that is too large for one statement. */
const longText = 'longer '.repeat(230_000);

/** Deletes all data except models and accounts, and stores the old mill and its neighbour without edit log. */
export async function placeMills({ stack }: Pick<TestService, 'stack'>): Promise<void> {
  const tiles = [
    ...storedTiles.map((storedTile) => ({ ...storedTile, resource: oldMill })),
    { ...nameTile(7, 'Neighbour', ''), resource: neighbour },
    {
      ...tile(8, neighbours, {
        [neighbours]: reference(oldMill),
        [namedImage.nodeid]: [{ file_id: namedImage.file_id }],
      }),
      resource: neighbour,
    },
  ];
  const statements = [
    // `delete` is faster here than `truncate`, and this runs before every write of a test.
    `do $work$ begin
  ${emptiedTables.map((table) => `delete from ${table};`).join('\n  ')}
  update activity_counter set ordinal = 0;
end $work$`,
    `with placed_resource as (
  insert into resource (resource_id, graph_id)
  values ('${oldMill}', '${graphId}'), ('${neighbour}', '${graphId}')
)
insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select t.tileid, t.resource, t.nodegroup_id, t.parenttile_id, t.sortorder, t.data
from jsonb_to_recordset('${JSON.stringify(tiles)}') as t (
  tileid uuid, resource uuid, nodegroup_id uuid, parenttile_id uuid, sortorder integer, data jsonb
)`,
  ];
  for (const text of statements) await stack.owner.write({ text, parameters: [] });
}

const emptiedTables = [
  'idempotency_key',
  'activity',
  'edit_log',
  'resource_relation',
  'tile',
  'resource',
];

function record(resourceId: string | undefined, tiles: readonly Tile[], amount: Amount): string {
  const largeTiles = resourceId === oldMill ? longNames : someLongNames;
  return JSON.stringify({
    ...(resourceId === undefined ? {} : { resourceinstanceid: resourceId }),
    graph_id: graphId,
    tiles: amount === 'little' ? tiles : [...tiles, ...largeTiles],
  });
}

/** The old mill in JSON-LD, with another remark on its name. */
async function jsonLd({ sendRequest }: MillService, amount: Amount): Promise<string> {
  const answer = await sendRequest({ method: 'GET', path: `/resources/${oldMill}?format=json-ld` });
  const text = await answer.text();
  const remark = amount === 'little' ? 'as on the second map' : longText;
  return text.replace('as on the map', remark);
}

const form = (
  fields: Readonly<Record<string, string>>,
): Pick<WriteRequest, 'body' | 'headers'> => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

const point = { type: 'Point', coordinates: [2.5, 51] };
const keyHeader = { 'idempotency-key': 'the same request' };
const bothAmounts: readonly Amount[] = ['little', 'much'];

/** Every way of writing, at least one for each operation and format of its body. */
export const everyWrite: readonly Write[] = [
  {
    title: 'PUT /resources/{id} of tile records',
    amounts: bothAmounts,
    retryStatus: 200,
    request: async (_mills, amount) => ({
      method: 'PUT',
      path: `/resources/${oldMill}?format=service-json`,
      body: record(oldMill, newTiles, amount),
    }),
  },
  {
    title: 'PUT /resources/{id} of tile records with If-Match',
    amounts: ['little'],
    retryStatus: 412,
    request: async (_mills, amount) => ({
      method: 'PUT',
      path: `/resources/${oldMill}?format=service-json`,
      body: record(oldMill, newTiles, amount),
      headers: { 'if-match': '"1-0"' },
    }),
  },
  {
    title: 'PUT /resources/{id} of JSON-LD',
    amounts: ['little'],
    retryStatus: 200,
    request: async (mills, amount) => ({
      method: 'PUT',
      path: `/resources/${oldMill}`,
      body: await jsonLd(mills, amount),
    }),
  },
  {
    title: 'PUT /resources/{graph}/{id} of a new resource instance',
    amounts: ['little'],
    retryStatus: 200,
    request: async (_mills, amount) => ({
      method: 'PUT',
      path: `/resources/mill/${newMill}?format=service-json`,
      body: record(newMill, [nameTile(21, 'Windmill', ''), nameTile(22, 'Kite', '')], amount),
    }),
  },
  {
    title: 'PUT /resources/{graph}/{id} of a new resource instance with If-None-Match',
    amounts: ['little'],
    retryStatus: 412,
    request: async (_mills, amount) => ({
      method: 'PUT',
      path: `/resources/mill/${newMill}?format=service-json`,
      body: record(newMill, [nameTile(21, 'Windmill', ''), nameTile(22, 'Kite', '')], amount),
      headers: { 'if-none-match': '*' },
    }),
  },
  {
    title: 'POST /resources/{graph} of tile records',
    amounts: ['little'],
    retryStatus: 201,
    request: async (_mills, amount) => ({
      method: 'POST',
      path: '/resources/mill?format=service-json',
      body: record(undefined, [nameTile(21, 'Windmill', ''), nameTile(22, 'Kite', '')], amount),
      headers: keyHeader,
    }),
  },
  {
    title: 'POST /resources/{graph} without an Idempotency-Key',
    amounts: ['little'],
    retryStatus: undefined,
    request: async (_mills, amount) => ({
      method: 'POST',
      path: '/resources/mill?format=service-json',
      body: record(undefined, [nameTile(21, 'Windmill', ''), nameTile(22, 'Kite', '')], amount),
    }),
  },
  {
    title: 'POST /resources of JSON-LD',
    amounts: ['little'],
    retryStatus: 201,
    request: async (mills, amount) => ({
      method: 'POST',
      path: '/resources',
      body: await jsonLd(mills, amount),
      headers: keyHeader,
    }),
  },
  {
    title: 'POST /api/tiles of a new tile',
    amounts: ['little'],
    retryStatus: 200,
    request: async (_mills, amount) => ({
      method: 'POST',
      path: '/api/tiles',
      body: JSON.stringify({
        nodegroup_id: appellation,
        resourceinstance_id: oldMill,
        data: { [name]: 'Windmill', [note]: amount === 'little' ? '' : longText },
      }),
      headers: keyHeader,
    }),
  },
  {
    title: 'POST /api/tiles/{id} of an existing tile',
    amounts: bothAmounts,
    retryStatus: 200,
    request: async (_mills, amount) => ({
      method: 'POST',
      path: `/api/tiles/${id(601)}`,
      body: JSON.stringify({
        nodegroup_id: appellation,
        data: { [name]: 'Windmill', [note]: amount === 'little' ? '' : longText },
      }),
    }),
  },
  {
    title: 'POST /api/node_value',
    amounts: ['little'],
    retryStatus: 200,
    request: async (_mills, amount) => ({
      method: 'POST',
      path: '/api/node_value/',
      ...form({
        nodeid: note,
        tileid: id(601),
        data: amount === 'little' ? 'as on the second map' : longText,
      }),
    }),
  },
  {
    title: 'POST /api/node_value that adds a feature',
    amounts: ['little'],
    retryStatus: undefined,
    request: async () => ({
      method: 'POST',
      path: '/api/node_value/',
      ...form({
        nodeid: geometry,
        tileid: id(603),
        data: JSON.stringify({ type: 'Feature', id: id(401), properties: {}, geometry: point }),
        operation: 'append',
      }),
    }),
  },
  {
    title: 'DELETE /resources/{id} of a resource instance with a referrer',
    amounts: ['little'],
    retryStatus: 404,
    request: async () => ({ method: 'DELETE', path: `/resources/${oldMill}` }),
  },
  {
    title: 'DELETE /resources/{id} of a resource instance with a relation that no tile contains',
    amounts: ['little'],
    retryStatus: 404,
    request: async ({ service }) => {
      await runStatement(
        service,
        `insert into resource_relation (relation_id, from_resource_id, to_resource_id)
values ('${id(701)}', '${oldMill}', '${neighbour}')`,
      );
      return { method: 'DELETE', path: `/resources/${oldMill}` };
    },
  },
];

/** The ids of all resource instances. */
export const resourceIds = (service: TestService): Promise<readonly string[]> =>
  queryColumn(service, 'select resource_id::text from resource order by resource_id');
