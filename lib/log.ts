import { describeError } from './describe-error.ts';
import { withMetrics } from './metrics.ts';

/** The log of one request: one line of JSON at its end, and extra lines only for errors and security events. */
export type Log = {
  /**
   * Adds a field to the line of the request. A field with the name of a metric (metrics.ts) becomes a metric. The value is read when the
   * line is written; undefined adds nothing.
   */
  readonly addField: (field: string, value: () => number | string | undefined) => void;
  /**
   * Writes a security event: a sign-in, a refusal, a change of permissions. Its `account` and `client` are also added to the line of
   * the request. Never log secrets, or usernames as typed: users sometimes type their password into the field of the username.
   */
  readonly security: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Writes an error with its stack, which is never sent to a caller. */
  readonly error: (error: unknown) => void;
  /** Stops the clock of the metric `Latency`, because the response is ready to be sent. */
  readonly markReady: () => void;
  /** Writes the line of the request. Call it once. */
  readonly finish: (status: number) => void;
};

/** The fields of all lines of a request. */
export type RequestLogFields = {
  readonly requestId: string;
  /** The id of the operation. */
  readonly operation: string;
  /** The method as received: HEAD is logged as HEAD, although the operation of GET handles it. */
  readonly method: string;
  /** The address of the caller. */
  readonly address: string;
  readonly stage: string;
};

/**
 * Writes a line of JSON. Lambda's console would put the time before it, but CloudWatch finds metrics only in lines that are pure JSON.
 */
function writeLine(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Writes the line of a scheduled run with its counts. */
export function logScheduledRun(
  schedule: string,
  result: Readonly<Record<string, number | boolean>>,
): void {
  writeLine({ level: 'info', schedule, ...result });
}

/** Writes an error with its stack: one that happened outside a request, or one in spite of which the request succeeds. */
export function logError(error: unknown): void {
  writeLine({ level: 'error', error: describeError(error) });
}

/**
 * Opens the log of one request. It never contains values of parameters or headers.
 * @rule Database and local stack: What does the line of a request contain, and what of it is a metric?
 */
export function openLog({ requestId, operation, method, address, stage }: RequestLogFields): Log {
  const startTime = performance.now();
  const elapsedMilliseconds = (): number => Math.round(performance.now() - startTime);
  const addedFields = new Map<string, () => number | string | undefined>();
  const addFields = (fields: Readonly<Record<string, unknown>>): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === 'number' || typeof value === 'string')
        addedFields.set(field, () => value);
    }
  };
  return {
    addField: (field, value) => addedFields.set(field, value),
    security: (event, fields) => {
      addFields({ account: fields['account'], client: fields['client'] });
      writeLine({ level: 'security', event, request: requestId, operation, address, ...fields });
    },
    error: (error) =>
      writeLine({ level: 'error', request: requestId, operation, error: describeError(error) }),
    markReady: () => addFields({ Latency: elapsedMilliseconds() }),
    finish: (status) => {
      if (status >= 500) addFields({ ServerErrors: 1 });
      else if (status >= 400) addFields({ Refusals: 1 });
      const line: Record<string, number | string> = {
        level: 'info',
        request: requestId,
        operation,
        method,
        status,
        milliseconds: elapsedMilliseconds(),
      };
      for (const [field, value] of addedFields) {
        const fieldValue = value();
        if (fieldValue !== undefined) line[field] = fieldValue;
      }
      writeLine(withMetrics(stage, line));
    },
  };
}
