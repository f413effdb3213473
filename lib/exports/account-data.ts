import type { DataApi } from '../data-api/client.ts';
import { DatabaseError } from '../data-api/errors.ts';
import { notActiveState, whileActive } from '../queries/exports/while-active.ts';
import type { HeldExport } from '../queries/exports/held-export.ts';
import { AccountNotActive } from './errors.ts';

/**
 * The way to the data for the account of a job: each call asks, besides what it reads, whether the account is still active.
 * @returns a client whose `read` throws AccountNotActive where it is not
 */
export function accountData(data: DataApi, account: HeldExport['account']): DataApi {
  if (account === null) return data;
  return {
    ...data,
    read: async (statement) => {
      try {
        return await data.read(whileActive(statement, account.id));
      } catch (error) {
        if (error instanceof DatabaseError && error.sqlState === notActiveState) {
          throw new AccountNotActive(account.username);
        }
        throw error;
      }
    },
  };
}
