/** The log of one request: one line of JSON at its end, and extra lines only for errors and security events. */
export type Log = {
  /** Adds a field to the line of the request. The value is read when the line is written. */
  readonly note: (field: string, value: () => number | string) => void;
  /**
   * Writes a security event: a sign-in, a refusal, a change of permissions. Never log secrets, or usernames as typed:
   * users sometimes type their password into the field of the username.
   */
  readonly security: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Writes an error with its stack, which is never sent to a caller. */
  readonly error: (error: unknown) => void;
  /** Writes the line of the request. Call it once. */
  readonly finish: (status: number) => void;
};

function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, ...code, message: error.message, stack: error.stack, ...cause };
}

function write(line: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(line));
}

/** Writes the line of a scheduled run with its counts. */
export function logScheduledRun(
  schedule: string,
  result: Readonly<Record<string, number | boolean>>,
): void {
  write({ level: 'info', schedule, ...result });
}

/** Writes an error outside a request, or one that does not fail it, with its stack. */
export function logError(error: unknown): void {
  write({ level: 'error', error: describeError(error) });
}

/**
 * Opens the log of one request. It never contains values of parameters or headers.
 * @param id the id of the request
 * @param operation the id of the operation
 * @param method the method as received: HEAD is logged as HEAD, although the operation of GET handles it
 * @param address the address of the caller
 */
export function openLog(id: string, operation: string, method: string, address: string): Log {
  const startTime = performance.now();
  const notes = new Map<string, () => number | string>();
  return {
    note: (field, value) => notes.set(field, value),
    security: (event, fields) =>
      write({ level: 'security', event, request: id, operation, address, ...fields }),
    error: (error) =>
      write({ level: 'error', request: id, operation, error: describeError(error) }),
    finish: (status) =>
      write({
        level: 'info',
        request: id,
        operation,
        method,
        status,
        milliseconds: Math.round(performance.now() - startTime),
        ...Object.fromEntries([...notes].map(([field, value]) => [field, value()])),
      }),
  };
}
