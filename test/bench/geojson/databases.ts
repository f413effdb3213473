import pg from 'pg';

import type { Database } from '../../../infra/local/database/database.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { addPoints, addPolygons, prepareDatabase } from './data/fill.ts';
import { benchGraphDocument } from './data/model.ts';
import { readCountryOutlines } from './data/outlines.ts';

/** The number of bytes of all outlines. */
const polygonBytes = 100_000_000;

/** Creates the database with this number of points, unless it exists. @returns its URL */
export async function ensurePointDatabase(server: string, count: number): Promise<string> {
  return ensureDatabase(server, `geojson_points_${count}`, async (database) => {
    await prepareDatabase(database, benchGraphDocument);
    await addPoints(database, count);
  });
}

/** Creates the database with outlines of countries, unless it exists. @returns its URL, or undefined without HDS_TEST_DATA */
export async function ensurePolygonDatabase(server: string): Promise<string | undefined> {
  const outlines = await readCountryOutlines();
  if (outlines === undefined) return undefined;
  return ensureDatabase(server, 'geojson_polygons', async (database) => {
    await prepareDatabase(database, benchGraphDocument);
    await addPolygons(database, outlines, polygonBytes);
  });
}

/** Creates a database and fills it, unless it exists. Databases are kept, because filling one takes minutes. An unfinished database is replaced. */
export async function ensureDatabase(
  server: string,
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<string> {
  const unfinishedName = `${name}_unfinished`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const matches = await client.query('select from pg_database where datname = $1', [name]);
    if (matches.rowCount === 1) return databaseUrl(server, name);
    await client.query(`drop database if exists ${unfinishedName}`);
    await client.query(`create database ${unfinishedName}`);
    const database = await openNativePostgres({ url: databaseUrl(server, unfinishedName) });
    try {
      await fill(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${unfinishedName} rename to ${name}`);
    return databaseUrl(server, name);
  } finally {
    await client.end();
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
