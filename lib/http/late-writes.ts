import type { DataApi } from '../data-api/client.ts';
import { OutcomeUnknown } from '../writing/errors.ts';
import { millisecondsForErrorResponse } from './responses/deadline.ts';

/**
 * Adds a check of the time to everything that writes, so that no write starts or is committed after the caller was told that time has run
 * out. Lambda can stop a process with unfinished work and continue it during a later request, so the time must be that of the request
 * itself.
 * @param remainingMilliseconds of the request
 * @returns a client whose writes throw OutcomeUnknown after the deadline
 */
export function refuseLateWrites(data: DataApi, remainingMilliseconds: () => number): DataApi {
  const checkTime = (): void => {
    if (remainingMilliseconds() <= millisecondsForErrorResponse) throw new OutcomeUnknown();
  };
  return {
    ...data,
    write: async (statement) => {
      checkTime();
      return data.write(statement);
    },
    transaction: async (work) => {
      checkTime();
      return data.transaction(async ({ execute }) => {
        const result = await work({
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
