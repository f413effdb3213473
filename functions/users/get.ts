import { jsonResponse, withHeaders, noStoreHeaders } from '../../lib/http/responses/response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { NotFound } from '../../lib/errors.ts';
import { AuthenticationRequired } from '../../lib/http/errors/errors.ts';
import { findProfile } from '../../lib/queries/users/find-profile.ts';

/** Stands for an invalid id in the path; no account has it. */
const unknownAccountId = -1;

/** Account ids are 32-bit integers. */
const maxAccountId = 2 ** 31 - 1;

/** GET /user/{account_id}, the URI of a person in the activity stream. Anonymous callers see no profile. */
export const handler = createDataHandler({
  id: 'get-user',
  method: 'GET',
  path: '/user/{account_id}',
  summary: 'The profile of an account, for this account and for administrators',
  access: 'account',
  capability: 'read',
  parameters: indentOnlyParameters,
  responses: {
    200: { description: 'The profile.', body: 'profile' },
    404: 'There is no account with this id whose profile the caller may read.',
  },
  handle: async function handleGetUser({ path, principal }, { read }) {
    if (principal.kind === 'anonymous') throw new AuthenticationRequired();
    const id = /^\d{1,10}$/.test(path.account_id) ? Number(path.account_id) : unknownAccountId;
    const accountId = id <= maxAccountId ? id : unknownAccountId;
    const account = await read(findProfile(accountId, principal.accountId));
    if (account === undefined) {
      throw new NotFound('There is no account with this id whose profile you may read.');
    }
    return withHeaders(jsonResponse(account), noStoreHeaders);
  },
});
