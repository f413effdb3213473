import pg from 'pg';

import { sessionSettings, setRoleSql } from '../../../infra/local/database/setup.ts';
import { documentChunkStatement } from '../../../lib/data-api/chunks.ts';
import { toFunctionCall } from '../../../lib/data-api/prepared-statements.ts';
import type { MapTilePosition } from '../../../lib/model/map-tiles/map-tile-position.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';

/** Measures the milliseconds of statements of a tile, each kind on a session of its own. */
export type StatementTimer = Readonly<
  Record<StatementKind, (position: MapTilePosition) => Promise<number>>
>;

/** `own`: as the functions send it. `mapTileServer`: as servers of tiles send it, of all features, without names and rights. */
type StatementKind = 'own' | 'mapTileServer';

/**
 * Runs work with a timer of statements.
 * @param databaseUrl the URL of a native database that has the prepared statements
 */
export async function withStatementTimer<T>(
  databaseUrl: string,
  work: (timer: StatementTimer) => Promise<T>,
): Promise<T> {
  return withSession(databaseUrl, async (session) => {
    await session.query(setRoleSql('service'));
    return withSession(databaseUrl, (mapTileServerSession) =>
      work({
        own: (position) => measure(session, ...ownStatement(position)),
        mapTileServer: ({ zoom, column, row }) =>
          measure(mapTileServerSession, mapTileServerSql, [zoom, column, row]),
      }),
    );
  });
}

async function withSession<T>(
  connectionString: string,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = new pg.Client({
    connectionString,
    options: `-c jit=${sessionSettings['jit'] ?? 'on'}`,
  });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

async function measure(
  session: pg.Client,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  const begin = performance.now();
  await session.query(sql, [...values]);
  return performance.now() - begin;
}

function ownStatement(position: MapTilePosition): [sql: string, values: readonly unknown[]] {
  const selection = { nodeId: null, collectionId: null, representation: '', ifNoneMatch: [] };
  const query = findMapTile(null, { ...position, ...selection });
  const { text, parameters } = toFunctionCall(documentChunkStatement(query, 0));
  return [
    text.replaceAll(/:p(\d+)/g, '$$$1'),
    parameters.map(({ value }) => value?.stringValue ?? value?.longValue ?? null),
  ];
}

const mapTileServerSql = `select st_asmvt(f, 'features')
from (
  select
    f.node_id::text,
    f.resource_id::text,
    st_asmvtgeom(st_transform(f.geometry, 3857), t.envelope) as geometry
  from (select st_tileenvelope($1, $2, $3) as envelope) t
  join feature f on f.geometry && st_transform(t.envelope, 4326)
) f`;
