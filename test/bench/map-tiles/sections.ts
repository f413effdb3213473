import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import pg from 'pg';

import { openEmbeddedPostgres } from '../../../infra/local/database/embedded.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import type { Figure } from '../figure.ts';
import type { NativeBenchOptions } from '../run-native-bench.ts';
import { everythingCaller, mapTileCallers } from './callers.ts';
import { ensureMapTileDatabase, fillMapTileDatabase, type Extent } from './data.ts';
import { measureMapTiles } from './measure.ts';
import { takePictures } from './pictures.ts';
import { withStatementTimer } from './statement-time.ts';

const world = { zoom: 0, column: 0, row: 0 };

/** The tile at the south-west corner of the town. */
const townMapTile = { zoom: 14, column: 8192, row: 8191 };

/** A tile with about 400 features of a world with this number. */
function sparseMapTile(count: number) {
  const zoom = Math.round(Math.log2(count / 400) / 2);
  return { zoom, column: 2 ** zoom / 2, row: 2 ** zoom / 2 };
}

const mapTilesOf = (extent: Extent, count: number) =>
  extent === 'town'
    ? { 'zoom 14': townMapTile, 'zoom 0': world }
    : { 'zoom 0': world, 'a sparse tile': sparseMapTile(count) };

const describe = (count: number, extent: Extent, rest: string): string =>
  `${count.toLocaleString('en-US')} ${extent === 'town' ? 'in a town' : 'in the world'}, ${rest}`;

/** Measures tiles of features in a town and in the world, as callers with different rights, and on the embedded database. */
export async function measureMapTileSections({
  server,
  features,
  only,
  pictures,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const extent of ['town', 'world'] as const) {
    for (const caller of mapTileCallers) {
      const subject = describe(features, extent, `reads ${caller.name}`);
      if (!subject.includes(only)) continue;
      const database = await ensureMapTileDatabase(server, features, extent);
      await runStatements(database, caller.statements);
      if (pictures !== undefined && caller === everythingCaller)
        await takePictures(database, extent, pictures);
      figures.push(
        ...(await withStatementTimer(database, (timer) =>
          measureMapTiles({
            subject,
            database,
            tiles: mapTilesOf(extent, features),
            townMapTile: figures.find(({ measure }) => measure === 'zoom 14')?.value,
            timer,
          }),
        )),
      );
    }
  }
  if ('embedded'.includes(only))
    figures.push(...(await measureEmbedded(Math.min(features, 100_000))));
  return figures;
}

async function runStatements(database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    for (const statement of [...statements, 'vacuum analyze']) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function measureEmbedded(count: number): Promise<readonly Figure[]> {
  return withTemporaryFolder(async (folder) => {
    const directory = path.join(folder, 'database');
    await mkdir(directory, { recursive: true });
    const database = await openEmbeddedPostgres({ directory, template: 'empty' });
    try {
      await fillMapTileDatabase(database, count, 'world');
    } finally {
      await database.close();
    }
    return measureMapTiles({
      subject: describe(count, 'world', 'embedded'),
      database: { folder },
      tiles: mapTilesOf('world', count),
    });
  });
}
