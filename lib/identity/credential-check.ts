import type { DataApi } from '../data-api/client.ts';
import { DatabaseError } from '../data-api/errors.ts';
import { rawSql } from '../data-api/sql.ts';
import { InvalidToken, SessionEnded } from './errors.ts';
import {
  credentialRefusedState,
  ifCredentialValid,
} from '../queries/tokens/if-credential-valid.ts';
import type { Principal } from '../model/accounts/principal.ts';

/**
 * Checks that the token or session of the caller is still valid, with one Data API call. Only handlers that read nothing else need it.
 * @param dataApi a client from `withCredentialCheck`
 * @throws InvalidToken, SessionEnded
 */
export async function checkCredential(dataApi: DataApi, principal: Principal): Promise<void> {
  if (principal.kind === 'account') await dataApi.read(rawSql('select true'));
}

/**
 * Adds a check of the token or session to each read, in the same call, so that revocation, sign-out and deactivation take effect at the
 * next request. Writes are not checked: handlers that write read first, or call `checkCredential`.
 * @returns a client whose `read` throws InvalidToken or SessionEnded if the credential is no longer valid
 */
export function withCredentialCheck(dataApi: DataApi, principal: Principal): DataApi {
  if (principal.kind === 'anonymous') return dataApi;
  return {
    ...dataApi,
    read: async (statement) => {
      try {
        return await dataApi.read(ifCredentialValid(statement, principal));
      } catch (error) {
        if (error instanceof DatabaseError && error.sqlState === credentialRefusedState) {
          throw principal.credential.kind === 'token' ? new InvalidToken() : new SessionEnded();
        }
        throw error;
      }
    },
  };
}
