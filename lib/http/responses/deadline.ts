import type { Context } from 'aws-lambda';

import type { DataApi } from '../../data-api/client.ts';
import { TimeExceeded } from '../../errors.ts';
import { OutcomeUnknown } from '../../writing/errors.ts';
import { isSecuredWrite, type Operation } from '../operation.ts';

/** Milliseconds that are reserved for the error response when time runs out. */
export const millisecondsForErrorResponse = 500;

/** Milliseconds that API Gateway waits for the first byte of a response. */
const maxMillisecondsForFirstByte = 29_000;

/**
 * Makes the Lambda context for a streamed response. Until the response starts, its remaining time is limited to the time that API
 * Gateway waits.
 */
export function withFirstByteDeadline(lambdaContext: Context): {
  readonly context: Context;
  readonly markStarted: () => void;
} {
  const firstByteDeadline = performance.now() + maxMillisecondsForFirstByte;
  let hasStarted = false;
  const limitedMilliseconds = (): number => {
    const lambdaMilliseconds = lambdaContext.getRemainingTimeInMillis();
    return hasStarted
      ? lambdaMilliseconds
      : Math.min(lambdaMilliseconds, firstByteDeadline - performance.now());
  };
  return {
    context: { ...lambdaContext, getRemainingTimeInMillis: limitedMilliseconds },
    markStarted: () => {
      hasStarted = true;
    },
  };
}

/**
 * Waits for a result until shortly before Lambda stops the process, so that an error response can still be sent.
 * @rule Responses: How long may an operation take?
 * @param pendingResult its computation is not stopped when time runs out, but can no longer write (refuseLateWrites)
 * @param remainingMilliseconds until Lambda stops the process
 * @param operation selects the error: a write can still succeed after the deadline
 * @throws TimeExceeded or OutcomeUnknown at the deadline, and the errors of `pendingResult`
 */
export async function withDeadline<Result>(
  pendingResult: Promise<Result>,
  remainingMilliseconds: number,
  operation: Pick<Operation, 'method' | 'scope' | 'access'>,
): Promise<Result> {
  const { promise: deadlineReached, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(isSecuredWrite(operation) ? new OutcomeUnknown() : new TimeExceeded()),
    Math.max(0, remainingMilliseconds - millisecondsForErrorResponse),
  );
  try {
    return await Promise.race([pendingResult, deadlineReached]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Adds a check of the time to everything that writes, so that no write starts or is committed after the caller was told that time has run
 * out. Lambda can stop a process with unfinished work and continue it during a later request, so the time must be that of the request
 * itself.
 * @param remainingMilliseconds of the request
 * @returns a client whose writes throw OutcomeUnknown after the deadline
 */
export function refuseLateWrites(dataApi: DataApi, remainingMilliseconds: () => number): DataApi {
  const checkTime = (): void => {
    if (remainingMilliseconds() <= millisecondsForErrorResponse) throw new OutcomeUnknown();
  };
  return {
    ...dataApi,
    write: async (statement) => {
      checkTime();
      return dataApi.write(statement);
    },
    transaction: async (runStatements) => {
      checkTime();
      return dataApi.transaction(async ({ execute }) => {
        const result = await runStatements({
          execute: async (statement) => {
            checkTime();
            return execute(statement);
          },
        });
        checkTime();
        return result;
      });
    },
  };
}
