import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import { accessIn, listNodegroups } from '../../../support/world/world.ts';

const unknownAccount = 1_000_000;

/** GET /user/{account_id}: a profile lists the nodegroups that its account may read or write, and no others. */
const userRequests: ChooseRequests = (world, turn) =>
  rotate(world.rights.account, turn, 3).map(({ account_id: id, username }) => ({
    path: `/user/${id}`,
    expected: (access) => {
      if (!access.isAdministrator && access.accountId !== id) {
        const status = access.isAnonymous ? 401 : 404;
        return { status, sentinels: new Set(), sameAs: `/user/${unknownAccount}` };
      }
      const accessOfAccount = accessIn(world, id);
      const usableNodegroups = listNodegroups(world).filter(
        (nodegroup) =>
          accessOfAccount.mayRead(nodegroup.id) || accessOfAccount.mayWrite(nodegroup.id),
      );
      return {
        status: 200,
        sentinels: new Set(usableNodegroups.map((nodegroup) => nodegroup.id)),
        includes: [`"username": "${username}"`],
      };
    },
  }));

export const requests: RequestsByOperation = { 'get-user': userRequests };
