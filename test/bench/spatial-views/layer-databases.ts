import pg from 'pg';

import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { ensurePointDatabase } from '../geojson/databases.ts';
import { benchNodes } from '../geojson/data/model.ts';

/** The nodes of records that are columns of the views, in the order of the columns. */
const attributes = [
  benchNodes.name,
  benchNodes.type,
  benchNodes.area,
  benchNodes.height,
  benchNodes.visited,
];

/** Runs work with a new database with points and spatial views. The readers of spatial views may see the points. */
export async function withLayerDatabase<T>(
  server: string,
  features: number,
  views: number,
  work: (url: string, client: pg.Client) => Promise<T>,
): Promise<T> {
  const template = new URL(await ensurePointDatabase(server, features)).pathname.slice(1);
  const name = `spatial_views_${features}_${views}`;
  const serverClient = await connect(server);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await serverClient.query(`drop database if exists ${name} with (force)`);
    await serverClient.query(`create database ${name} template ${template}`);
    await upgrade(url.href);
    const client = await connect(url.href);
    try {
      await client.query(
        "update account_group set can_read = true where name = 'Spatial View Reader'",
      );
      for (let number = 1; number <= views; number += 1)
        await client.query(createViewStatement(number));
      await client.query('vacuum analyze');
      return await work(url.href, client);
    } finally {
      await client.end();
    }
  } finally {
    await serverClient.query(`drop database if exists ${name} with (force)`);
    await serverClient.end();
  }
}

/** The statement that creates a spatial view of all points with five attributes. Every second view is in French. */
export function createViewStatement(number: number): string {
  const attributeNodes = attributes.map((nodeid) => ({ nodeid, description: 'A value of a site' }));
  const language = number % 2 === 1 ? 'en-US' : 'fr-FR';
  return `insert into spatial_view (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types, attribute_nodes, srid
)
values (
  gen_random_uuid(), 'sites_${number}', 'public', 'Sites', '${benchNodes.geometry}', '${language}', true, false, '${JSON.stringify(attributeNodes)}', 3857
)`;
}

async function upgrade(url: string): Promise<void> {
  const database = await openNativePostgres({ url });
  const emulator = await startDataApiEmulator({ database });
  try {
    await upgradeDatabase(createTestDataApi(emulator.url, 'owner'));
  } finally {
    await emulator.close();
    await database.close();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
