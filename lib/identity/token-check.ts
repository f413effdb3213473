import type { DataApi } from '../data-api/client.ts';
import { DatabaseError } from '../data-api/errors.ts';
import { rawSql } from '../data-api/sql.ts';
import { InvalidToken } from './errors.ts';
import { tokenRevokedState, ifTokenValid } from '../queries/tokens/if-token-valid.ts';
import type { Principal } from '../model/accounts/principal.ts';

/**
 * Holds a caller to the token that came along where nothing else is read, at one Data API call; none for an anonymous caller.
 * @param data of the caller
 * @throws InvalidToken
 */
export async function checkToken(data: DataApi, principal: Principal): Promise<void> {
  if (principal.kind === 'account') await data.read(rawSql('select true'));
}

/**
 * The way to the data for a caller: whatever is read is held to the caller's token, in the same call. Revocation and
 * deactivation so take effect at the next request, on every route, and cost nothing.
 * A write is not held to it: what changes data reads before, or asks by `checkToken`.
 * @returns a client whose `read` throws InvalidToken when the token no longer holds
 */
export function withTokenCheck(data: DataApi, principal: Principal): DataApi {
  if (principal.kind === 'anonymous') return data;
  return {
    ...data,
    read: async (statement) => {
      try {
        return await data.read(ifTokenValid(statement, principal));
      } catch (error) {
        if (error instanceof DatabaseError && error.sqlState === tokenRevokedState) {
          throw new InvalidToken();
        }
        throw error;
      }
    },
  };
}
