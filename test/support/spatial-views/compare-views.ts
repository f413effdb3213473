import { readViewRows } from './read-views.ts';
import { expectedRows, type ViewRow, type ViewRows } from './expected-rows.ts';
import { readStoredTables } from './stored-tables.ts';
import type { SiteWorld } from './site-world.ts';

/** A view whose rows are not those that it must have: how many it lacks and has too much, and the first of them. */
export type ViewDifference = {
  readonly view: string;
  readonly count: number;
  readonly missing: readonly ViewRow[];
  readonly surplus: readonly ViewRow[];
};

/** Compares all views, as the reader of the database sees them, with the evaluation of what is stored. */
export async function compareViews({
  withSession,
}: Pick<SiteWorld, 'withSession'>): Promise<readonly ViewDifference[]> {
  const stored = await withSession('owner', readStoredTables);
  const actual = await withSession('reader', (session) => readViewRows(session, stored));
  return diffViewRows(expectedRows(stored), actual);
}

/** Of each kind. */
const shown = 2;

/** Compares two sets of views. */
export function diffViewRows(expected: ViewRows, actual: ViewRows): readonly ViewDifference[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names]
    .map((view) => {
      const wanted = expected.get(view) ?? [];
      const found = actual.get(view) ?? [];
      const missing = without(wanted, found);
      const surplus = without(found, wanted);
      const count = missing.length + surplus.length;
      return { view, count, missing: missing.slice(0, shown), surplus: surplus.slice(0, shown) };
    })
    .filter(({ count }) => count > 0);
}

/** The rows that others lack; of equal ones as many as are too many. */
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
