import * as z from 'zod';

import { rawSql } from '../../lib/data-api/sql.ts';
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
type Part = { readonly name: string; readonly share: number; readonly next: () => MixRequest };

export type Mix = readonly Part[];

const tileSchema = z.object({
  tileid: z.string(),
  resourceinstance_id: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  sortorder: z.number(),
  data: z.record(z.string(), z.unknown()),
});

const examplesSchema = z.object({
  resources: z.array(z.string()).min(1),
  concepts: z.array(z.string()).min(1),
  collections: z.array(z.string()).min(1),
  tiles: z.array(tileSchema).min(1),
});

const examples = rawSql(`select json_build_object(
  'resources', (select json_agg(r.resource_id) from (select resource_id from resource order by resource_id limit 500) r),
  'concepts', (select json_agg(c.concept_id) from (select concept_id from concept where node_type = 'Concept' order by concept_id limit 200) c),
  'collections', (
    select json_agg(distinct n.node_id)
    from node n
    where n.datatype = 'geojson-feature-collection'
      and exists (select from feature f where f.node_id = n.node_id)
  ),
  'tiles', (
    select json_agg(json_build_object(
      'tileid', t.tile_id,
      'resourceinstance_id', t.resource_id,
      'nodegroup_id', t.nodegroup_id,
      'parenttile_id', t.parent_tile_id,
      'sortorder', coalesce(t.sort_order, 0),
      'data', t.data
    ))
    from (
      select distinct on (t.resource_id) t.*
      from tile t
      where t.parent_tile_id is null
      order by t.resource_id, t.tile_id
      limit 200
    ) t
  )
)::text`);

/** The account of the mix, with its token. */
export type MixAccount = {
  readonly username: string;
  readonly clientId: string;
  readonly token: string;
};

/**
 * The mixed traffic of a public instance: readers, layers of GIS, a few editors. Resource instances are read as JSON-LD and tiles, with
 * and without an entity tag; every write changes a tile.
 */
export async function createMix(
  data: DataApi,
  collections: readonly string[],
  { username, clientId, token }: MixAccount,
): Promise<Mix> {
  const [row] = await data.read(examples);
  const { resources, concepts, tiles } = examplesSchema.parse(JSON.parse(String(row?.[0])));
  const authorization = { authorization: `Bearer ${token}` };
  const get =
    (path: () => string): Part['next'] =>
    () => ({ method: 'GET', path: path() });
  let writes = 0;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
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
      next: get(() => `/resources/${draw(resources)}`),
    },
    {
      name: 'resource instance as tiles',
      share: 15,
      next: get(() => `/resources/${draw(resources)}?format=json`),
    },
    { name: 'list of 100', share: 12, next: get(() => '/resources/?limit=100') },
    {
      name: 'GeoJSON page of 100',
      share: 12,
      next: get(() => `/geojson?limit=100&page=${1 + Math.floor(Math.random() * 5)}`),
    },
    {
      name: 'OGC items, 100',
      share: 10,
      next: get(() => `/ogc/collections/${draw(collections)}/items?limit=100`),
    },
    { name: 'concept', share: 10, next: get(() => `/rdm/concepts/${draw(concepts)}?format=json`) },
    { name: 'models', share: 6, next: get(() => '/graphs') },
    {
      name: 'tile written',
      share: 9,
      next: () => {
        const tile = draw(tiles);
        writes += 1;
        return {
          method: 'POST',
          path: `/api/tiles/${tile.tileid}`,
          headers: { ...authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ ...tile, sortorder: tile.sortorder + (writes % 1000) + 1 }),
        };
      },
    },
    {
      name: 'sign-in',
      share: 1,
      next: () => ({ method: 'POST', path: '/o/token', headers: form, body: credentials }),
    },
  ];
}

function draw<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('The data has no example for a part of the mix.');
  return item;
}

/** Draws a part by its share. */
export function drawPart(mix: Mix): Part {
  let rest = Math.random() * mix.reduce((sum, { share }) => sum + share, 0);
  const part = mix.find(({ share }) => (rest -= share) < 0) ?? mix[0];
  if (part === undefined) throw new Error('The mix is empty.');
  return part;
}
