import { quantile } from '../load.ts';
import type { Instrument, StatementRun } from './instrument.ts';
import type { RecordedStatement } from './recorder.ts';

/** Median milliseconds of statements over many rounds. */
export type StepTimes = {
  readonly parse: number;
  readonly plan: number;
  readonly execute: number;
  readonly total: number;
};

/** The cost of one step of a request, and that of the hand-written statement. */
export type MeasuredStep = {
  readonly own: StepTimes;
  readonly bare: StepTimes | undefined;
  /** Bytes of the results. */
  readonly bytes: { readonly own: number; readonly bare: number };
  /** The rows of the bare statement. */
  readonly bareRows: StatementRun['rows'];
};

/** From the sixth execution on, a session caches the plan of a function. */
const warmUpRounds = 8;
const rounds = 50;
const minRounds = 11;
/** After this number of milliseconds no further round starts, if the smallest number of rounds is done. */
const maxMilliseconds = 15_000;

/**
 * Measures the statements of the service compared with bare statements, step by step. The statements of a write run in a transaction that
 * is rolled back. Deferred work of the transaction counts for the last statement.
 */
export async function measureSteps(
  instrument: Instrument,
  own: readonly (readonly RecordedStatement[])[],
  bare: readonly (RecordedStatement | undefined)[],
  isWrite: boolean,
): Promise<readonly MeasuredStep[]> {
  const ownRuns: StatementRun[][] = own.map(() => []);
  const bareRuns: StatementRun[][] = own.map(() => []);
  const start = performance.now();
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    if (round >= minRounds && performance.now() - start > maxMilliseconds) break;
    const ownSteps = await runSteps(instrument, own, isWrite);
    const bareSteps = await runSteps(
      instrument,
      bare.map((statement) => (statement === undefined ? [] : [statement])),
      isWrite,
    );
    if (round < 0) continue;
    ownSteps.forEach((step, index) => ownRuns[index]?.push(step));
    bareSteps.forEach((step, index) => bareRuns[index]?.push(step));
  }
  return own.map((_, index) => ({
    own: computeMedians(ownRuns[index] ?? []),
    bare: bare[index] === undefined ? undefined : computeMedians(bareRuns[index] ?? []),
    bytes: { own: countBytes(ownRuns[index]?.[0]), bare: countBytes(bareRuns[index]?.[0]) },
    bareRows: bareRuns[index]?.[0]?.rows ?? [],
  }));
}

const runDeferredWork: RecordedStatement = { text: 'set constraints all immediate', values: [] };

async function runSteps(
  instrument: Instrument,
  steps: readonly (readonly RecordedStatement[])[],
  isWrite: boolean,
): Promise<readonly StatementRun[]> {
  if (isWrite) await instrument.command('begin');
  const stepRuns: StatementRun[] = [];
  for (const [index, statements] of steps.entries()) {
    const isLast = isWrite && index === steps.length - 1;
    const runs: StatementRun[] = [];
    for (const statement of isLast ? [...statements, runDeferredWork] : statements) {
      runs.push(await instrument.run(statement));
    }
    stepRuns.push(sumRuns(runs));
  }
  if (isWrite) await instrument.command('rollback');
  return stepRuns;
}

function sumRuns(runs: readonly StatementRun[]): StatementRun {
  const sum = (part: 'parse' | 'plan' | 'execute'): number =>
    runs.reduce((total, run) => total + run[part], 0);
  return {
    parse: sum('parse'),
    plan: sum('plan'),
    execute: sum('execute'),
    rows: runs.flatMap(({ rows }) => rows),
  };
}

function computeMedians(runs: readonly StatementRun[]): StepTimes {
  const median = (valueOf: (run: StatementRun) => number): number =>
    quantile(runs.map(valueOf), 0.5);
  return {
    parse: median((run) => run.parse),
    plan: median((run) => run.plan),
    execute: median((run) => run.execute),
    total: median((run) => run.parse + run.plan + run.execute),
  };
}

function countBytes(run: StatementRun | undefined): number {
  const texts = run?.rows.flat() ?? [];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
