import { inTurn, type Asking, type Questions } from './question.ts';
import { mayRead, mayReadProfile, mayWrite } from './rules.ts';
import { nodegroupsOf } from './world.ts';

/** An id that no account has. */
const unknownAccount = 1_000_000;

/** GET /user/{account_id}: a profile says of which nodegroups its account may read and write, and of no other. */
const userQuestions: Asking = (world, turn) =>
  inTurn(world.accounts, turn, 3).map((account) => ({
    path: `/user/${account.id}`,
    expected: (caller) => {
      if (!mayReadProfile(world, caller, account)) {
        const status = caller === null ? 401 : 404;
        return { status, sentinels: new Set(), like: `/user/${unknownAccount}` };
      }
      const known = nodegroupsOf(world).filter(
        (one) => mayRead(world, account, one) || mayWrite(world, account, one),
      );
      return {
        status: 200,
        sentinels: new Set(known.map(({ id }) => id)),
        says: [`"username": "${account.username}"`],
      };
    },
  }));

export const questions: Questions = { 'get-user': userQuestions };
