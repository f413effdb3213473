import type pg from 'pg';

import type { Figure } from '../figure.ts';
import { mediansInTurn } from '../geojson/rounds.ts';
import { newView, withLayerDatabase } from './layer-databases.ts';
import { byHand, renames, viewWrites } from './statements.ts';

const rounds = 25;
const fewRounds = 3;
const counts = [0, 1, 10] as const;

/** The milliseconds of a statement with all its deferred work before a commit. It is rolled back. */
async function undone(client: pg.Client, statement: string): Promise<number> {
  await client.query('begin');
  const begin = performance.now();
  await client.query(statement);
  await client.query('set constraints all immediate');
  const time = performance.now() - begin;
  await client.query('rollback');
  return time;
}

/** Measures writes with no, one and ten spatial views of all points. */
export async function costOfWrites(server: string, features: number): Promise<readonly Figure[]> {
  return measured(server, features, viewWrites, rounds);
}

/** Measures the renaming of a label and a name that many rows contain. */
export async function costOfRenames(server: string, features: number): Promise<readonly Figure[]> {
  return measured(server, features, renames, fewRounds);
}

async function measured(
  server: string,
  features: number,
  statements: Readonly<Record<string, string>>,
  times: number,
): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 0, (_none, none) =>
    withLayerDatabase(server, features, 1, (_one, one) =>
      withLayerDatabase(server, features, 10, async (_ten, ten) => {
        const clients = { 0: none, 1: one, 10: ten };
        const figures: Figure[] = [];
        for (const [measure, statement] of Object.entries(statements)) {
          const works = Object.fromEntries(
            counts.map((count) => [String(count), () => undone(clients[count], statement)]),
          );
          const median = await mediansInTurn(times, works);
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

/** Measures the creation of a spatial view of all points, compared with a table with an index of a hand-written selection. */
export async function costOfMaking(server: string, features: number): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 0, async (_url, client) => {
    const table = `create table by_hand as ${byHand()};
create index on by_hand using gist (geom);
create unique index on by_hand (gid)`;
    const median = await mediansInTurn(fewRounds, {
      view: () => undone(client, newView(1)),
      table: () => undone(client, table),
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
