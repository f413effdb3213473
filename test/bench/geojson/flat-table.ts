import { once } from 'node:events';
import { createServer } from 'node:http';

import pg from 'pg';

import { findFreePort } from '../../../infra/local/free-port.ts';
import { benchNodegroups, benchNodes } from './data/model.ts';
import { pageSize } from './requests.ts';

// Does the same as a server of flat tables, such as pg_featureserv: it runs one statement on one table for a page, without rights and
// model.

/** The table is in a schema that the service does not use. */
export const flatTable = 'bench_flat.site';

/** Creates the table of the points of a database, with its index, if it does not exist. */
export const createFlatTable = `create schema if not exists bench_flat;
create table if not exists ${flatTable} as
select
  f.gid,
  f.geometry,
  t.data -> '${benchNodes.name}' -> 'en-US' ->> 'value' as name,
  t.data ->> '${benchNodes.type}' as type,
  t.data -> '${benchNodes.area}' -> 0 ->> 'resourceId' as area,
  (t.data ->> '${benchNodes.height}')::double precision as height,
  t.data ->> '${benchNodes.visited}' as visited
from feature f
join tile t on t.resource_id = f.resource_id and t.nodegroup_id = '${benchNodegroups.record}';
create index if not exists site_geometry on ${flatTable} using gist (geometry);
analyze ${flatTable}`;

const selectPage = `select gid, ST_AsGeoJSON(geometry) as geometry, name, type, area, height, visited
from ${flatTable}
limit ${pageSize}`;

type FlatRow = { readonly gid: number; readonly geometry: string };

function formatFeature({ gid, geometry, ...properties }: FlatRow): string {
  return `{"type":"Feature","id":${gid},"geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}

/**
 * Runs work with a server that serves a page of a flat table of the points over HTTP. Creates the table if it does not exist.
 * @param work gets the address of the page
 */
export async function withFlatTable<T>(
  databaseUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const server = createServer((_request, response) => {
    client.query<FlatRow>(selectPage).then(
      ({ rows }) => {
        response.setHeader('content-type', 'application/geo+json');
        response.end(
          `{"type":"FeatureCollection","features":[${rows.map(formatFeature).join(',')}]}`,
        );
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  try {
    await client.query(createFlatTable);
    const port = await findFreePort(0);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
    await client.end();
  }
}
