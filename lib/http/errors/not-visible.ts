import type { Caller } from '../../model/accounts/caller.ts';
import { isUuid, nilUuid } from '../../model/ids.ts';
import { NotFound } from '../../errors.ts';
import { AuthenticationRequired } from './errors.ts';

/** Messages that several operations share. */
export const resourceInstanceNotFoundMessage =
  'There is no resource instance with this id that you may see.';
export const conceptNotFoundMessage = 'There is no concept with this id that you may see.';
export const thesaurusNotFoundMessage = 'There is no thesaurus that you may see.';

/**
 * The error for an object that does not exist or is not visible. It does not reveal which of the two is true.
 * @rule Permissions: What is answered for what a caller may not see?
 * @param mayReadSomething whether the caller may read anything at all; if not, an anonymous caller gets a 401 instead of a 404
 */
export function notVisibleError(
  caller: Caller,
  mayReadSomething: boolean,
  message: string,
): AuthenticationRequired | NotFound {
  return caller === null && !mayReadSomething
    ? new AuthenticationRequired()
    : new NotFound(message);
}

/** Returns a UUID unchanged, and the nil UUID for anything else: an invalid id is then handled like an unknown one. */
export function uuidOrNilUuid(text: string): string {
  return isUuid(text) ? text : nilUuid;
}
