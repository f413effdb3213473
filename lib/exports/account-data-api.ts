import type { DataApi } from '../data-api/client.ts';
import { DatabaseError } from '../data-api/errors.ts';
import { accountNotActiveState, ifAccountActive } from '../queries/exports/if-account-active.ts';
import type { LeasedJob } from '../queries/exports/leased-job.ts';
import { AccountNotActive } from './errors.ts';
import type { ExportContext } from './export-context.ts';

/**
 * Creates a client for the account of a job. Each read also checks that the account is still active; otherwise it throws
 * AccountNotActive.
 */
export function createAccountDataApi(dataApi: DataApi, account: LeasedJob['account']): DataApi {
  if (account === null) return dataApi;
  return {
    ...dataApi,
    read: async (statement) => {
      try {
        return await dataApi.read(ifAccountActive(statement, account.id));
      } catch (error) {
        if (error instanceof DatabaseError && error.sqlState === accountNotActiveState) {
          throw new AccountNotActive(account.username);
        }
        throw error;
      }
    },
  };
}

/** What reads for a job: under the rights of its account, in the default language. */
export const createJobReader = (
  { dataApi, language }: Pick<ExportContext, 'dataApi' | 'language'>,
  { account }: Pick<LeasedJob, 'account'>,
) => ({
  dataApi: createAccountDataApi(dataApi, account),
  caller: account?.id ?? null,
  language,
});
