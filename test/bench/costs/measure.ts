import { quantile } from '../load.ts';
import type { Instrument, Ran } from './instrument.ts';
import type { Recorded } from './recorder.ts';

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
  readonly bareRows: Ran['rows'];
};

/** From the sixth execution on, a session caches the plan of a function. */
const warmingUp = 8;
const rounds = 50;
const fewestRounds = 11;
/** After this many milliseconds no more rounds start, if there are enough. */
const longEnough = 15_000;

/**
 * Measures statements compared with bare ones, step by step. All run one after the other in a transaction that is rolled back. Deferred
 * work of the transaction is done with the last statement and counts for that.
 */
export async function measureSteps(
  instrument: Instrument,
  own: readonly (readonly Recorded[])[],
  bare: readonly (Recorded | undefined)[],
  isWrite: boolean,
): Promise<readonly MeasuredStep[]> {
  const ours: Ran[][] = own.map(() => []);
  const theirs: Ran[][] = own.map(() => []);
  const start = performance.now();
  for (let round = -warmingUp; round < rounds; round += 1) {
    if (round >= fewestRounds && performance.now() - start > longEnough) break;
    const ran = await runSteps(instrument, own, isWrite);
    const peers = await runSteps(
      instrument,
      bare.map((one) => (one === undefined ? [] : [one])),
      isWrite,
    );
    if (round < 0) continue;
    ran.forEach((step, index) => ours[index]?.push(step));
    peers.forEach((step, index) => theirs[index]?.push(step));
  }
  return own.map((_, index) => ({
    own: medians(ours[index] ?? []),
    bare: bare[index] === undefined ? undefined : medians(theirs[index] ?? []),
    bytes: { own: bytesOf(ours[index]?.[0]), bare: bytesOf(theirs[index]?.[0]) },
    bareRows: theirs[index]?.[0]?.rows ?? [],
  }));
}

const putOff: Recorded = { text: 'set constraints all immediate', values: [] };

async function runSteps(
  instrument: Instrument,
  steps: readonly (readonly Recorded[])[],
  isWrite: boolean,
): Promise<readonly Ran[]> {
  if (isWrite) await instrument.command('begin');
  const ran: Ran[] = [];
  for (const [index, statements] of steps.entries()) {
    const isLast = isWrite && index === steps.length - 1;
    const runs: Ran[] = [];
    for (const statement of isLast ? [...statements, putOff] : statements) {
      runs.push(await instrument.run(statement));
    }
    ran.push(together(runs));
  }
  if (isWrite) await instrument.command('rollback');
  return ran;
}

function together(runs: readonly Ran[]): Ran {
  const sum = (part: 'parse' | 'plan' | 'execute'): number =>
    runs.reduce((total, ran) => total + ran[part], 0);
  return {
    parse: sum('parse'),
    plan: sum('plan'),
    execute: sum('execute'),
    rows: runs.flatMap(({ rows }) => rows),
  };
}

function medians(runs: readonly Ran[]): StepTimes {
  const median = (of: (ran: Ran) => number): number => quantile(runs.map(of), 0.5);
  return {
    parse: median((ran) => ran.parse),
    plan: median((ran) => ran.plan),
    execute: median((ran) => ran.execute),
    total: median((ran) => ran.parse + ran.plan + ran.execute),
  };
}

function bytesOf(ran: Ran | undefined): number {
  const texts = ran?.rows.flat() ?? [];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
