import type pg from 'pg';

import type { Figure } from '../figure.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { createViewStatement, withLayerDatabase } from './layer-databases.ts';
import { handWrittenStatement, renameStatements, writeStatements } from './statements.ts';

const rounds = 25;
const fewRounds = 3;
const viewCounts = [0, 1, 10] as const;

/** Measures the milliseconds of a statement, with the deferred work that a commit would do, and rolls it back. */
async function timeRolledBack(client: pg.Client, statement: string): Promise<number> {
  await client.query('begin');
  const begin = performance.now();
  await client.query(statement);
  await client.query('set constraints all immediate');
  const time = performance.now() - begin;
  await client.query('rollback');
  return time;
}

/** Measures writes with no, one and ten spatial views of all points. */
export async function measureWrites(server: string, features: number): Promise<readonly Figure[]> {
  return measureStatements(server, features, writeStatements, rounds);
}

/** Measures the renaming of a label and a name that many rows contain. */
export async function measureRenames(server: string, features: number): Promise<readonly Figure[]> {
  return measureStatements(server, features, renameStatements, fewRounds);
}

async function measureStatements(
  server: string,
  features: number,
  statements: Readonly<Record<string, string>>,
  times: number,
): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 0, (_url, withoutViews) =>
    withLayerDatabase(server, features, 1, (_urlWithOne, withOneView) =>
      withLayerDatabase(server, features, 10, async (_urlWithTen, withTenViews) => {
        const clients = { 0: withoutViews, 1: withOneView, 10: withTenViews };
        const figures: Figure[] = [];
        for (const [measure, statement] of Object.entries(statements)) {
          const tasks = Object.fromEntries(
            viewCounts.map((count) => [
              String(count),
              () => timeRolledBack(clients[count], statement),
            ]),
          );
          const median = await measureMediansInTurn(times, tasks);
          const beside = { name: 'no view', value: median('0') };
          figures.push(
            ...[1, 10].map((count) => ({
              subject: `${features.toLocaleString('en-US')} points, spatial views: ${count}`,
              measure,
              value: median(String(count)),
              unit: 'ms',
              beside,
            })),
          );
        }
        return figures;
      }),
    ),
  );
}

/** Measures the creation of a spatial view of all points, compared with a table of the same rows with indexes. */
export async function measureCreation(
  server: string,
  features: number,
): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 0, async (_url, client) => {
    const table = `create table by_hand as ${handWrittenStatement()};
create index on by_hand using gist (geom);
create unique index on by_hand (gid)`;
    const median = await measureMediansInTurn(fewRounds, {
      view: () => timeRolledBack(client, createViewStatement(1)),
      table: () => timeRolledBack(client, table),
    });
    return [
      {
        subject: `${features.toLocaleString('en-US')} points`,
        measure: 'making a spatial view',
        value: median('view'),
        unit: 'ms',
        beside: { name: 'a table by hand', value: median('table') },
        goal: 2,
      },
    ];
  });
}
