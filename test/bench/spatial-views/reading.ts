import type pg from 'pg';

import type { Figure } from '../figure.ts';
import { mediansInTurn } from '../geojson/rounds.ts';
import { withLayerDatabase } from './layer-databases.ts';
import { byHand, inBoxByHand, inBoxOfView, ofView } from './statements.ts';

const rounds = 9;

/** Measures reading all rows and the rows of a box, as a GIS desktop does, compared with the hand-written join. */
export async function costOfReading(server: string, features: number): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 1, async (_url, client) => {
    const subject = `${features.toLocaleString('en-US')} points`;
    const figures: Figure[] = [];
    for (const [measure, ours, theirs] of [
      ['whole view', ofView, byHand()],
      ['a box of a hundredth', inBoxOfView, byHand(inBoxByHand)],
    ] as const) {
      await requireSameRows(client, ours, theirs);
      const median = await mediansInTurn(rounds, {
        ours: () => asReader(client, ours),
        theirs: () => timed(client, theirs),
      });
      const beside = { name: 'by hand', value: median('theirs') };
      figures.push({ subject, measure, value: median('ours'), unit: 'ms', beside, goal: 1 });
    }
    return figures;
  });
}

async function timed(client: pg.Client, statement: string): Promise<number> {
  const begin = performance.now();
  await client.query({ text: statement, rowMode: 'array' });
  return performance.now() - begin;
}

async function asReader(client: pg.Client, statement: string): Promise<number> {
  await client.query('set role heritage_reader');
  try {
    return await timed(client, statement);
  } finally {
    await client.query('reset role');
  }
}

async function requireSameRows(client: pg.Client, ours: string, theirs: string): Promise<void> {
  const compared = `(select tileid::text, name, type, area, height, visited from (${ours}) o)
except (select tileid, name, type, area, height, visited from (${theirs}) t) limit 3`;
  const counted = (statement: string): string => `(select count(*) from (${statement}) c)`;
  const { rows } = await client.query(compared);
  const { rows: counts } = await client.query({
    text: `select ${counted(ours)}, ${counted(theirs)}`,
    rowMode: 'array',
  });
  const [[one, other] = []]: readonly unknown[][] = counts;
  if (rows.length > 0 || one !== other) {
    throw new Error(`${String(one)} rows beside ${String(other)}: ${JSON.stringify(rows)}`);
  }
}
