import type { DataApi } from '../../../lib/data-api/client.ts';
import type { Progress } from '../progress.ts';
import type { Report } from './report.ts';

/** What every import works with. */
export type ImportContext = {
  readonly data: DataApi;
  readonly progress: Progress;
  readonly report: Report;
  /** Checks and reports, and writes nothing. */
  readonly dryRun: boolean;
  /** Stops at the first record that cannot go in; its transaction is rolled back. */
  readonly strict: boolean;
  /** The project's default language. */
  readonly language: string;
};

/** A strict import met something that cannot go in. */
export class ImportStopped extends Error {
  readonly code = 'import_stopped';
}

/** How many things an import met, and what it did with them. */
export type Tally = {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
};

export const emptyTally: Tally = { created: 0, updated: 0, unchanged: 0 };

export function addTally(one: Tally, other: Partial<Tally>): Tally {
  return {
    created: one.created + (other.created ?? 0),
    updated: one.updated + (other.updated ?? 0),
    unchanged: one.unchanged + (other.unchanged ?? 0),
  };
}

/** Splits a list into lists of at most `size`. */
export function inBatches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
