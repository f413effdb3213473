import { readViewRows } from './read-views.ts';
import { evaluateExpectedRows, type ViewRow, type ViewRows } from './expected-rows.ts';
import { readTables } from '../world/tables.ts';
import type { SiteWorld } from '../world/sites/site-world.ts';

/** A view with wrong rows: the number of missing and surplus rows, and the first of them. */
export type ViewDifference = {
  readonly view: string;
  readonly count: number;
  readonly missing: readonly ViewRow[];
  readonly surplus: readonly ViewRow[];
};

/** Compares all views, as the role `heritage_reader` reads them, with the rows that follow from the tables. */
export async function findWrongViews({
  withSession,
}: Pick<SiteWorld, 'withSession'>): Promise<readonly ViewDifference[]> {
  const tables = await withSession('owner', readTables);
  const actual = await withSession('reader', (session) => readViewRows(session, tables));
  return diffViewRows(evaluateExpectedRows(tables), actual);
}

/** The most missing rows, and the most surplus rows, that a difference lists. */
const maxListedRows = 2;

/** Compares two sets of views. */
export function diffViewRows(expected: ViewRows, actual: ViewRows): readonly ViewDifference[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names]
    .map((view) => {
      const expectedOfView = expected.get(view) ?? [];
      const actualOfView = actual.get(view) ?? [];
      const missing = subtractRows(expectedOfView, actualOfView);
      const surplus = subtractRows(actualOfView, expectedOfView);
      const count = missing.length + surplus.length;
      return {
        view,
        count,
        missing: missing.slice(0, maxListedRows),
        surplus: surplus.slice(0, maxListedRows),
      };
    })
    .filter(({ count }) => count > 0);
}

/** The rows without those in `otherRows`, each of which removes only one equal row. */
function subtractRows(rows: readonly ViewRow[], otherRows: readonly ViewRow[]): readonly ViewRow[] {
  const counts = new Map<string, number>();
  for (const row of otherRows) {
    const key = JSON.stringify(row);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const key = JSON.stringify(row);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}
