import * as z from 'zod';

import { rawSql, type Statement } from '../../lib/data-api/sql.ts';
import type { DataApi } from '../../lib/data-api/client.ts';
import { testPassword } from '../support/accounts.ts';

/** A request of the mix. */
export type MixRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A kind of requests, with its share of the mix in percent. */
type MixPart = {
  readonly name: string;
  readonly share: number;
  readonly createRequest: () => MixRequest;
};

export type Mix = readonly MixPart[];

const tileSchema = z.object({
  tileid: z.string(),
  resourceinstance_id: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  sortorder: z.number(),
  data: z.record(z.string(), z.unknown()),
});

const selectResourceIds = rawSql(
  'select resource_id::text from resource order by resource_id limit 500',
);

const selectConceptIds = rawSql(
  `select concept_id::text from concept where node_type = 'Concept' order by concept_id limit 200`,
);

/** One small top tile of each of up to 200 resource instances. */
const selectSmallTiles = rawSql(`select distinct on (t.resource_id) json_build_object(
  'tileid', t.tile_id,
  'resourceinstance_id', t.resource_id,
  'nodegroup_id', t.nodegroup_id,
  'parenttile_id', t.parent_tile_id,
  'sortorder', coalesce(t.sort_order, 0),
  'data', t.data
)::text
from tile t
where t.parent_tile_id is null
  and length(t.data::text) < 2000
order by t.resource_id, t.tile_id
limit 200`);

async function readTexts(dataApi: DataApi, statement: Statement): Promise<readonly string[]> {
  return (await dataApi.read(statement)).map(([text]) => String(text));
}

/** The account of the mix, with its token. */
export type MixAccount = {
  readonly username: string;
  readonly clientId: string;
  readonly token: string;
};

/** Creates the mixed traffic of a public instance: readers, GIS desktops that read layers, a few editors. Every write changes a tile. */
export async function createMix(
  dataApi: DataApi,
  collections: readonly string[],
  { username, clientId, token }: MixAccount,
): Promise<Mix> {
  const resources = await readTexts(dataApi, selectResourceIds);
  const concepts = await readTexts(dataApi, selectConceptIds);
  const tileTexts = await readTexts(dataApi, selectSmallTiles);
  const tiles = tileTexts.map((text) => tileSchema.parse(JSON.parse(text)));
  const authorization = { authorization: `Bearer ${token}` };
  const createGet =
    (path: () => string): MixPart['createRequest'] =>
    () => ({ method: 'GET', path: path() });
  let writeCount = 0;
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
  const credentials = new URLSearchParams({
    grant_type: 'password',
    username,
    password: testPassword,
    client_id: clientId,
  }).toString();
  return [
    {
      name: 'resource instance as JSON-LD',
      share: 25,
      createRequest: createGet(() => `/resources/${drawItem(resources)}`),
    },
    {
      name: 'resource instance as tiles',
      share: 15,
      createRequest: createGet(() => `/resources/${drawItem(resources)}?format=json`),
    },
    { name: 'list of 100', share: 12, createRequest: createGet(() => '/resources/?limit=100') },
    {
      name: 'GeoJSON page of 100',
      share: 12,
      createRequest: createGet(
        () => `/geojson?limit=100&page=${1 + Math.floor(Math.random() * 5)}`,
      ),
    },
    {
      name: 'OGC items, 100',
      share: 10,
      createRequest: createGet(() => `/ogc/collections/${drawItem(collections)}/items?limit=100`),
    },
    {
      name: 'concept',
      share: 10,
      createRequest: createGet(() => `/rdm/concepts/${drawItem(concepts)}?format=json`),
    },
    { name: 'models', share: 6, createRequest: createGet(() => '/graphs') },
    {
      name: 'tile written',
      share: 9,
      createRequest: () => {
        const tile = drawItem(tiles);
        writeCount += 1;
        return {
          method: 'POST',
          path: `/api/tiles/${tile.tileid}`,
          headers: { ...authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ ...tile, sortorder: tile.sortorder + (writeCount % 1000) + 1 }),
        };
      },
    },
    {
      name: 'sign-in',
      share: 1,
      createRequest: () => ({
        method: 'POST',
        path: '/o/token',
        headers: formHeaders,
        body: credentials,
      }),
    },
  ];
}

function drawItem<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('The data has no example for a part of the mix.');
  return item;
}

/** Draws a part by its share. */
export function drawPart(mix: Mix): MixPart {
  let remainingShare = Math.random() * mix.reduce((sum, { share }) => sum + share, 0);
  const part = mix.find(({ share }) => (remainingShare -= share) < 0) ?? mix[0];
  if (part === undefined) throw new Error('The mix is empty.');
  return part;
}
