import pg from 'pg';

import type { Figure } from '../figure.ts';
import { fetchAnswer } from '../geojson/client.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { withBenchService } from '../geojson/stack.ts';
import type { NativeBenchOptions } from '../run-native-bench.ts';
import { searchCallers } from './callers.ts';
import { ensureNameDatabase } from './data.ts';

const rounds = 9;

/** Milliseconds. */
const goal = 100;

/** A text of each kind: two letters, frequent and rare words, several words, a typing error, and nothing that matches. */
const searches = {
  'two letters': 'ba',
  'beginning of a frequent word': 'chur',
  'frequent word': 'church',
  'two frequent words': 'old church',
  'rare word': 'wickba',
  'misspelt frequent word': 'churh',
  'misspelt words': 'old churh',
  'no match': 'xqzwj',
} as const;

/** Measures searches as callers with different rights, behind the emulated gateway. */
export async function measureSearch({
  server,
  features: count,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const database = await ensureNameDatabase(server, count);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const figures: Figure[] = [];
  try {
    for (const { name, statements } of searchCallers.filter((caller) =>
      caller.name.includes(only),
    )) {
      for (const statement of statements) await client.query(statement);
      figures.push(
        ...(await measureCaller(database, `${count.toLocaleString('en-US')} names, reads ${name}`)),
      );
    }
  } finally {
    await client.end();
  }
  return figures;
}

async function measureCaller(database: string, subject: string): Promise<readonly Figure[]> {
  return withBenchService(database, async ({ url }) => {
    const fetchSearch =
      (text: string, rest = '') =>
      async (): Promise<number> =>
        (await fetchAnswer(`${url}/resources/?q=${encodeURIComponent(text)}${rest}`)).time;
    const tasks = Object.fromEntries(
      Object.entries(searches).map(([name, text]) => [name, fetchSearch(text, '&format=results')]),
    );
    const median = await measureMediansInTurn(rounds, tasks);
    return Object.keys(tasks).map((measure) => ({
      subject,
      measure,
      value: median(measure),
      unit: 'ms',
      goal,
    }));
  });
}
