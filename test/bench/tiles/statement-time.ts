import pg from 'pg';

import { setRoleSql } from '../../../infra/local/database/setup.ts';
import { documentChunkStatement } from '../../../lib/data-api/chunks.ts';
import { toFunctionCall } from '../../../lib/data-api/prepared-statements.ts';
import type { MapTilePosition } from '../../../lib/model/map-tiles/map-tile-position.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';

/**
 * Runs work with a function that measures the milliseconds of the statement of a tile on one session, as the functions send it.
 * @param databaseUrl the URL of a native database that has the prepared statements
 */
export async function withStatementTimer<T>(
  databaseUrl: string,
  work: (measureStatement: (position: MapTilePosition) => Promise<number>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(setRoleSql('service'));
    return await work(async (position) => {
      const query = findMapTile(null, {
        ...position,
        nodeId: null,
        collectionId: null,
        representation: '',
        ifNoneMatch: [],
      });
      const { text, parameters } = toFunctionCall(documentChunkStatement(query, 0));
      const begin = performance.now();
      await client.query(
        text.replaceAll(/:p(\d+)/g, '$$$1'),
        parameters.map(({ value }) => value?.stringValue ?? value?.longValue ?? null),
      );
      return performance.now() - begin;
    });
  } finally {
    await client.end();
  }
}
