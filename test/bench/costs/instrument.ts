import type { Database, WireResult } from '../../../infra/local/database/database.ts';
import { openNativeSession } from './native-session.ts';
import type { RecordedStatement } from './recorder.ts';

/** The milliseconds of one execution, and its rows. */
export type StatementRun = {
  readonly parse: number;
  readonly plan: number;
  readonly execute: number;
  readonly rows: readonly (readonly (string | null)[])[];
};

/** One warm session with the role of the functions, in which statements are measured. */
export type Instrument = {
  /**
   * Runs a statement with the extended protocol and without a name, so that it is parsed, planned and executed each time, as by the Data
   * API.
   */
  readonly run: (statement: RecordedStatement) => Promise<StatementRun>;
  /** Runs a command that is not measured, such as `begin`. */
  readonly command: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Measures on a native server with the times that the server reports, so that network and driver do not count.
 * @param url of the database, as a superuser
 */
export async function openNativeInstrument(url: string): Promise<Instrument> {
  const session = await openNativeSession(url, 'set log_duration = on');
  return {
    run: async (statement) => {
      const { rows, notes } = await session.run(statement);
      const [parse, plan, execute, ...more] = notes.flatMap(parseDuration);
      if (execute === undefined || plan === undefined || parse === undefined || more.length > 0) {
        throw new Error(`PostgreSQL did not tell three durations:\n${notes.join('\n')}`);
      }
      return { parse, plan, execute, rows };
    },
    command: session.command,
    close: session.close,
  };
}

function parseDuration(note: string): readonly number[] {
  const [, milliseconds] = /^duration: ([\d.]+) ms$/.exec(note) ?? [];
  return milliseconds === undefined ? [] : [Number(milliseconds)];
}

const timeout = 600_000;
const emptyRounds = 200;

/**
 * Measures on the embedded database, which reports only milliseconds: the time until the answer, less the time of an empty statement.
 * All of this time counts as execution.
 */
export async function openEmbeddedInstrument(database: Database): Promise<Instrument> {
  const session = await database.borrowSession('service');
  const timeStatement = async (statement: RecordedStatement): Promise<[number, WireResult]> => {
    const start = performance.now();
    const result = await session.query(statement.text, statement.values, timeout);
    return [performance.now() - start, result];
  };
  const emptyTimes: number[] = [];
  for (let round = 0; round < emptyRounds; round += 1) {
    emptyTimes.push((await timeStatement({ text: "select ''", values: [] }))[0]);
  }
  const emptyTime = emptyTimes.toSorted((first, second) => first - second)[emptyRounds / 2] ?? 0;
  return {
    run: async (statement) => {
      const [milliseconds, { rows }] = await timeStatement(statement);
      return { parse: 0, plan: 0, execute: Math.max(milliseconds - emptyTime, 0), rows };
    },
    command: async (text) => {
      await session.query(text, [], timeout);
    },
    close: () => session.release(),
  };
}
