/** Counts of calls, for tests and benchmarks. */
export type CounterValues = {
  readonly calls: number;
  /** Calls that the SDK marked as a second or later attempt. */
  readonly retries: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** In bytes of PostgreSQL's wire format, like `largestRow`. */
  readonly largestResult: number;
  readonly largestRow: number;
  readonly byOperation: Readonly<Record<string, number>>;
  /** Statements that were sent as text, and so are planned at each call. */
  readonly texts: number;
  /** Calls of the functions of kept statements, by name. */
  readonly keptCalls: Readonly<Record<string, number>>;
  /** Errors of the database, by SQLSTATE. */
  readonly refusals: Readonly<Record<string, number>>;
};

export type Counters = {
  readonly read: () => CounterValues;
  readonly reset: () => void;
  readonly countRequest: (
    operation: string,
    attempt: number,
    bytesIn: number,
    bytesOut: number,
  ) => void;
  readonly countStatement: (sql: string) => void;
  readonly countResult: (bytes: number, largestRow: number) => void;
  readonly countRefusal: (sqlState: string) => void;
};

const initialCounts: CounterValues = {
  calls: 0,
  retries: 0,
  bytesIn: 0,
  bytesOut: 0,
  largestResult: 0,
  largestRow: 0,
  byOperation: {},
  texts: 0,
  keptCalls: {},
  refusals: {},
};

const keptCallPattern = /^select f\.\* from kept\.(?<name>statement_[\da-f]+)\(/;

export function createCounters(): Counters {
  let counts = initialCounts;
  return {
    read: () => counts,
    reset: () => {
      counts = initialCounts;
    },
    countRequest: (operation, attempt, bytesIn, bytesOut) => {
      counts = {
        ...counts,
        calls: counts.calls + 1,
        retries: counts.retries + (attempt > 1 ? 1 : 0),
        bytesIn: counts.bytesIn + bytesIn,
        bytesOut: counts.bytesOut + bytesOut,
        byOperation: incrementCount(counts.byOperation, operation),
      };
    },
    countStatement: (sql) => {
      const name = keptCallPattern.exec(sql)?.groups?.['name'];
      counts =
        name === undefined
          ? { ...counts, texts: counts.texts + 1 }
          : { ...counts, keptCalls: incrementCount(counts.keptCalls, name) };
    },
    countResult: (bytes, largestRow) => {
      counts = {
        ...counts,
        largestResult: Math.max(counts.largestResult, bytes),
        largestRow: Math.max(counts.largestRow, largestRow),
      };
    },
    countRefusal: (sqlState) => {
      counts = { ...counts, refusals: incrementCount(counts.refusals, sqlState) };
    },
  };
}

function incrementCount(
  counts: Readonly<Record<string, number>>,
  name: string,
): Readonly<Record<string, number>> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}
