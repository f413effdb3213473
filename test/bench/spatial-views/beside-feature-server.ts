import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { findFreePort } from '../../../infra/local/free-port.ts';
import type { Figure } from '../figure.ts';
import { fetchAnswer } from '../geojson/client.ts';
import { createFlatTable, flatTable } from '../geojson/flat-table.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { withBenchService } from '../geojson/stack.ts';
import { withLayerDatabase } from './layer-databases.ts';

const warmUpRounds = 30;
const rounds = 100;
const startTimeoutMilliseconds = 10_000;

/** What map clients send most, and the largest allowed ratio to the feature server. */
const requests = [
  { measure: 'items in a small box', query: 'limit=1000&bbox=10,40,12,42', goal: 5 },
  { measure: 'items in an empty box', query: 'limit=1000&bbox=-40,-89.99,-39.9,-89.98', goal: 5 },
  { measure: 'one item', query: 'limit=1', goal: 4 },
  { measure: 'a page of 1,000 items', query: 'limit=1000', goal: 2.2 },
] as const;

/**
 * Measures items of a collection compared with pg_featureserv on a flat table of the same points. HDS_BENCH_FEATURE_SERVER is the path of
 * that program; without it nothing is measured.
 */
export async function measureBesideFeatureServer(
  server: string,
  features: number,
): Promise<readonly Figure[]> {
  const program = process.env['HDS_BENCH_FEATURE_SERVER'];
  if (program === undefined) {
    console.error('Set HDS_BENCH_FEATURE_SERVER to the path of pg_featureserv to compare with it.');
    return [];
  }
  const subject = `${features.toLocaleString('en-US')} points`;
  return withLayerDatabase(server, features, 1, async (database, client) => {
    await client.query(createFlatTable);
    return withFeatureServer(program, database, (peer) =>
      withBenchService(database, ({ url }) =>
        measureRequests(
          subject,
          `${url}/ogc/collections/sites_1/items`,
          `${peer}/collections/${flatTable}/items`,
        ),
      ),
    );
  });
}

/** Measures each request to both servers in turn. */
async function measureRequests(
  subject: string,
  items: string,
  peerItems: string,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { measure, query, goal } of requests) {
    const createTask = (address: string) => async () =>
      (await fetchAnswer(`${address}?${query}`)).time;
    const tasks = { ours: createTask(items), peer: createTask(peerItems) };
    await measureMediansInTurn(warmUpRounds, tasks);
    const median = await measureMediansInTurn(rounds, tasks);
    figures.push({
      subject,
      measure,
      value: median('ours'),
      unit: 'ms',
      beside: { name: 'pg_featureserv', value: median('peer') },
      goal,
    });
  }
  return figures;
}

/** Runs work with pg_featureserv on a database. @throws Error if the program does not answer in time */
async function withFeatureServer<T>(
  program: string,
  database: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const port = await findFreePort(0);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, [], {
    env: {
      ...process.env,
      DATABASE_URL: `${database}?sslmode=disable`,
      PGFS_SERVER_HTTPHOST: '127.0.0.1',
      PGFS_SERVER_HTTPPORT: String(port),
      PGFS_PAGING_LIMITMAX: '1000',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    await waitUntilReady(url);
    return await work(url);
  } finally {
    child.kill();
    await ended;
  }
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMilliseconds;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return;
    if (performance.now() > deadline) {
      throw new Error('pg_featureserv did not answer. Run it by hand to see why.');
    }
    await wait(100);
  }
}
