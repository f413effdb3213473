import type pg from 'pg';

import type { Figure } from '../figure.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { withLayerDatabase } from './layer-databases.ts';
import { handWrittenStatement, boxCondition, boxOfView, allRowsOfView } from './statements.ts';

const rounds = 9;

/** Measures reading all rows and the rows of a box, as a GIS desktop does, compared with a hand-written join. */
export async function measureReading(server: string, features: number): Promise<readonly Figure[]> {
  return withLayerDatabase(server, features, 1, async (_url, client) => {
    const subject = `${features.toLocaleString('en-US')} points`;
    const figures: Figure[] = [];
    for (const [measure, viewStatement, handWritten] of [
      ['whole view', allRowsOfView, handWrittenStatement()],
      ['a box of a hundredth', boxOfView, handWrittenStatement(boxCondition)],
    ] as const) {
      await requireSameRows(client, viewStatement, handWritten);
      const median = await measureMediansInTurn(rounds, {
        ours: () => timeAsReader(client, viewStatement),
        theirs: () => timeStatement(client, handWritten),
      });
      const beside = { name: 'by hand', value: median('theirs') };
      figures.push({ subject, measure, value: median('ours'), unit: 'ms', beside, goal: 1 });
    }
    return figures;
  });
}

async function timeStatement(client: pg.Client, statement: string): Promise<number> {
  const begin = performance.now();
  await client.query({ text: statement, rowMode: 'array' });
  return performance.now() - begin;
}

async function timeAsReader(client: pg.Client, statement: string): Promise<number> {
  await client.query('set role heritage_reader');
  try {
    return await timeStatement(client, statement);
  } finally {
    await client.query('reset role');
  }
}

async function requireSameRows(
  client: pg.Client,
  viewStatement: string,
  handWritten: string,
): Promise<void> {
  const differentRows = `(select tileid::text, name, type, area, height, visited from (${viewStatement}) o)
except (select tileid, name, type, area, height, visited from (${handWritten}) t) limit 3`;
  const countRows = (statement: string): string => `(select count(*) from (${statement}) c)`;
  const { rows } = await client.query(differentRows);
  const { rows: counts } = await client.query({
    text: `select ${countRows(viewStatement)}, ${countRows(handWritten)}`,
    rowMode: 'array',
  });
  const [[viewCount, handWrittenCount] = []]: readonly unknown[][] = counts;
  if (rows.length > 0 || viewCount !== handWrittenCount) {
    throw new Error(
      `${String(viewCount)} rows beside ${String(handWrittenCount)}: ${JSON.stringify(rows)}`,
    );
  }
}
