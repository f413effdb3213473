/** What a request leaves in the log: one line of JSON when it is over, and others only for trouble. */
export type Log = {
  /** Adds a field to the line of the request; it is asked for when the line is written. */
  readonly note: (field: string, value: () => number | string) => void;
  /**
   * Writes a line for those who watch over the service: a sign-in, a refusal, a change of who may do what. Nothing secret goes
   * in, and no name as it was typed: a password may have been typed there.
   */
  readonly security: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Writes a line of trouble with the stack, which never leaves the service otherwise. */
  readonly error: (error: unknown) => void;
  /** Writes the line of the request. */
  readonly finish: (status: number) => void;
};

function described(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: described(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, ...code, message: error.message, stack: error.stack, ...cause };
}

function write(line: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(line));
}

/** Writes the line of work that a schedule started. @param done what it did, in numbers */
export function logScheduledRun(
  schedule: string,
  done: Readonly<Record<string, number | boolean>>,
): void {
  write({ level: 'info', schedule, ...done });
}

/** Writes a line of trouble that no request fails by, with the stack. */
export function logError(error: unknown): void {
  write({ level: 'error', error: described(error) });
}

/**
 * Opens the log of one request. Values of parameters and headers are never written.
 * @param id of the request
 * @param operation the id of the operation
 * @param method as it came, so that HEAD is told from GET
 * @param address of the caller
 */
export function openLog(id: string, operation: string, method: string, address: string): Log {
  const started = performance.now();
  const notes = new Map<string, () => number | string>();
  return {
    note: (field, value) => notes.set(field, value),
    security: (event, fields) =>
      write({ level: 'security', event, request: id, operation, address, ...fields }),
    error: (error) => write({ level: 'error', request: id, operation, error: described(error) }),
    finish: (status) =>
      write({
        level: 'info',
        request: id,
        operation,
        method,
        status,
        milliseconds: Math.round(performance.now() - started),
        ...Object.fromEntries([...notes].map(([field, value]) => [field, value()])),
      }),
  };
}
