import type { ImportProblem } from '../../import-problems.ts';
import type { TablePlan } from '../mapping/table-plan.ts';
import type { FileRow } from '../table-cell.ts';

/** A row with errors. */
export type RejectedRow = {
  readonly plan: TablePlan;
  readonly row: FileRow;
  readonly problems: readonly ImportProblem[];
};

/** Collects the rows with errors of an import. */
export type RejectedRows = {
  readonly add: (row: RejectedRow) => Promise<void>;
  /** Completes the files. @returns lines for the summary */
  readonly finish: () => Promise<readonly string[]>;
};
