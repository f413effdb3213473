import type { Database } from '../../../infra/local/database/database.ts';
import { prepareDatabase, runAll } from '../geojson/data/fill.ts';
import { ensureDatabase } from '../geojson/databases.ts';
import { tileGraphDocument } from './model.ts';
import { buildFeatureStatements, type Area } from './statements.ts';

/** Where features are. */
export type Extent = 'world' | 'town';

const featuresPerStatement = 50_000;

/** The features of a tile of zoom 14 in the town. */
const featuresOfTownMapTile = 6000;

/** The width of a tile of zoom 14 in degrees, and its height at the equator. */
const mapTileWidth = 360 / 2 ** 14;

const world: Area = { west: -180, south: -80, width: 360, height: 160 };

/** A square on the equator, in which each tile of zoom 14 has as many features as a tile shows, and some more. */
function townArea(count: number): Area {
  const width = mapTileWidth * Math.ceil(Math.sqrt(count / featuresOfTownMapTile));
  return { west: 0, south: 0, width, height: width };
}

/** Creates the database with this number of features, spread over the world or in one town, unless it exists. @returns its URL */
export async function ensureMapTileDatabase(
  server: string,
  count: number,
  extent: Extent,
): Promise<string> {
  return ensureDatabase(server, `tiles_${extent}_${count}`, (database) =>
    fillMapTileDatabase(database, count, extent),
  );
}

/** Adds the models and this number of features to an empty database. */
export async function fillMapTileDatabase(
  database: Database,
  count: number,
  extent: Extent,
): Promise<void> {
  await prepareDatabase(database, tileGraphDocument);
  const area = extent === 'world' ? world : townArea(count);
  for (let first = 1; first <= count; first += featuresPerStatement) {
    const last = Math.min(count, first + featuresPerStatement - 1);
    await runAll(database, buildFeatureStatements(first, last, area));
  }
  await runAll(database, ['vacuum analyze']);
}
