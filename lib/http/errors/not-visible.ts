import type { Caller } from '../../model/accounts/caller.ts';
import { isUuid, nilUuid } from '../../model/ids.ts';
import { NotFound } from '../../errors.ts';
import { AuthenticationRequired } from './errors.ts';

/**
 * What is thrown where something is unknown or not visible to the caller, which look the same.
 * @param mayReadAnything whether there is anything at all that the caller may read: an anonymous caller who may not is asked for a
 *   token
 * @param message says what there is none of
 */
export function notVisibleError(
  caller: Caller,
  mayReadAnything: boolean,
  message: string,
): AuthenticationRequired | NotFound {
  return caller === null && !mayReadAnything ? new AuthenticationRequired() : new NotFound(message);
}

/**
 * An id of a path, to be looked up. What cannot be an id is looked up as the one that nothing has: it is unknown to whoever may look,
 * and to nobody else.
 */
export function uuidOrNil(text: string): string {
  return isUuid(text) ? text : nilUuid;
}
