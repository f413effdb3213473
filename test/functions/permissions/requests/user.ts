import { rotate, type RequestsOf, type RequestsByOperation } from '../walk-request.ts';
import { accessIn, nodegroupsOf } from '../../../support/world/world.ts';

const unknownAccount = 1_000_000;

/** GET /user/{account_id}: a profile lists the nodegroups that its account may read or write, and no others. */
const userRequests: RequestsOf = (world, turn) =>
  rotate(world.rights.account, turn, 3).map(({ account_id: id, username }) => ({
    path: `/user/${id}`,
    expected: (access) => {
      if (!access.isAdministrator && access.accountId !== id) {
        const status = access.isAnonymous ? 401 : 404;
        return { status, sentinels: new Set(), sameAs: `/user/${unknownAccount}` };
      }
      const ofAccount = accessIn(world, id);
      const usable = nodegroupsOf(world).filter(
        (nodegroup) => ofAccount.mayRead(nodegroup.id) || ofAccount.mayWrite(nodegroup.id),
      );
      return {
        status: 200,
        sentinels: new Set(usable.map((nodegroup) => nodegroup.id)),
        includes: [`"username": "${username}"`],
      };
    },
  }));

export const requests: RequestsByOperation = { 'get-user': userRequests };
