/** What went through the emulator: tests and benches read it. */
export type CounterValues = {
  /** Requests that were answered, whatever the answer. */
  readonly calls: number;
  /** Requests that the SDK marked as a second or later attempt. */
  readonly retries: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Wire bytes of the largest result and row. */
  readonly largestResult: number;
  readonly largestRow: number;
  readonly byOperation: Readonly<Record<string, number>>;
  /** Statements that the database refused, by their SQLSTATE. */
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
  readonly countResult: (bytes: number, largestRow: number) => void;
  readonly countRefusal: (sqlState: string) => void;
};

const zero: CounterValues = {
  calls: 0,
  retries: 0,
  bytesIn: 0,
  bytesOut: 0,
  largestResult: 0,
  largestRow: 0,
  byOperation: {},
  refusals: {},
};

export function createCounters(): Counters {
  let counts = zero;
  return {
    read: () => counts,
    reset: () => {
      counts = zero;
    },
    countRequest: (operation, attempt, bytesIn, bytesOut) => {
      counts = {
        ...counts,
        calls: counts.calls + 1,
        retries: counts.retries + (attempt > 1 ? 1 : 0),
        bytesIn: counts.bytesIn + bytesIn,
        bytesOut: counts.bytesOut + bytesOut,
        byOperation: oneMore(counts.byOperation, operation),
      };
    },
    countResult: (bytes, largestRow) => {
      counts = {
        ...counts,
        largestResult: Math.max(counts.largestResult, bytes),
        largestRow: Math.max(counts.largestRow, largestRow),
      };
    },
    countRefusal: (sqlState) => {
      counts = { ...counts, refusals: oneMore(counts.refusals, sqlState) };
    },
  };
}

function oneMore(
  numbers: Readonly<Record<string, number>>,
  name: string,
): Readonly<Record<string, number>> {
  return { ...numbers, [name]: (numbers[name] ?? 0) + 1 };
}
