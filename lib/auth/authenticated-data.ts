import type { DataApi } from '../data-api/client.ts';
import { DatabaseError } from '../data-api/errors.ts';
import { InvalidToken } from '../http/errors.ts';
import { tokenRevokedState, whileTokenHolds } from '../queries/authentication.ts';
import type { Principal } from './principal.ts';

/**
 * The way to the data for a caller: whatever is read is held to the caller's token, in the same call. Revocation and
 * deactivation so take effect at the next request, on every route, and cost nothing.
 * A write is not held to it: what changes data for its caller reads first, as every write does that has something to compare.
 * @returns a client whose `read` throws InvalidToken when the token no longer holds
 */
export function authenticatedData(data: DataApi, principal: Principal): DataApi {
  if (principal.kind === 'anonymous') return data;
  return {
    ...data,
    read: async (statement) => {
      try {
        return await data.read(whileTokenHolds(statement, principal));
      } catch (error) {
        if (error instanceof DatabaseError && error.sqlState === tokenRevokedState) {
          throw new InvalidToken();
        }
        throw error;
      }
    },
  };
}
