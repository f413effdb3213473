import { readViewRows } from './read-views.ts';
import { expectedRows, type ViewRow, type ViewRows } from './expected-rows.ts';
import { readTables } from '../world/tables.ts';
import type { SiteWorld } from '../world/sites/site-world.ts';

/** A view whose rows are wrong: how many are missing or surplus, and the first of them. */
export type ViewDifference = {
  readonly view: string;
  readonly count: number;
  readonly missing: readonly ViewRow[];
  readonly surplus: readonly ViewRow[];
};

/** Compares all views, as the role `heritage_reader` sees them, with the evaluation of the tables. */
export async function compareViews({
  withSession,
}: Pick<SiteWorld, 'withSession'>): Promise<readonly ViewDifference[]> {
  const tables = await withSession('owner', readTables);
  const actual = await withSession('reader', (session) => readViewRows(session, tables));
  return diffViewRows(expectedRows(tables), actual);
}

/** Rows of each kind that a difference lists. */
const listedRows = 2;

/** Compares two sets of views. */
export function diffViewRows(expected: ViewRows, actual: ViewRows): readonly ViewDifference[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names]
    .map((view) => {
      const expectedOfView = expected.get(view) ?? [];
      const actualOfView = actual.get(view) ?? [];
      const missing = without(expectedOfView, actualOfView);
      const surplus = without(actualOfView, expectedOfView);
      const count = missing.length + surplus.length;
      return {
        view,
        count,
        missing: missing.slice(0, listedRows),
        surplus: surplus.slice(0, listedRows),
      };
    })
    .filter(({ count }) => count > 0);
}

/** The rows that the others do not have; equal rows count one by one. */
function without(rows: readonly ViewRow[], others: readonly ViewRow[]): readonly ViewRow[] {
  const left = new Map<string, number>();
  for (const row of others) {
    const key = JSON.stringify(row);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const key = JSON.stringify(row);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}
