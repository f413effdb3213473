import { PublicError } from '../http/errors/errors.ts';
import { OutcomeUnknown } from '../http/errors/write-errors.ts';

/**
 * Does what is to be done once a change may be stored. Where that fails, nobody may say that nothing was changed.
 * @throws OutcomeUnknown, and the public errors of the work
 */
export async function orUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublicError ? error : new OutcomeUnknown();
  }
}
