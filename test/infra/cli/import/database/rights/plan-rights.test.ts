import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planRights } from '../../../../../../infra/cli/import/database/rights/plan-rights.ts';
import { allRights } from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import { onceIn } from '../../../../../support/random/draw.ts';
import { runCount } from '../../../../../support/random/run-count.ts';
import { guestReads, hereAllows, sourceAllows, sourceSelects } from './plain-rules.ts';
import { drawSource, type RandomSource } from './random-source.ts';

const runs = runCount(5000, 300);

const anySource = fc.gen().map((draw) => {
  const source = drawSource(draw);
  const opensGuest = onceIn(draw, 2);
  return {
    source,
    opensGuest,
    plan: planRights(source.principals, source.nodegroups, source.rows, opensGuest),
  };
});

const questions = ({ principals, nodegroups }: RandomSource) =>
  principals.users.flatMap((user) =>
    nodegroups.flatMap(({ id }) => [...allRights].map((right) => ({ user, id, right }))),
  );

describe('the plan of rights on nodegroups', () => {
  it('gives nobody a right that the source does not give, except reading what Guest reads', () => {
    fc.assert(
      fc.property(anySource, ({ source, plan }) => {
        const more = questions(source).filter(
          ({ user, id, right }) =>
            hereAllows(source, plan, user, id, right) &&
            !sourceAllows(source, user, id, right) &&
            !(right === 'read' && guestReads(source, plan, id)),
        );
        expect(more).toEqual([]);
      }),
      runs,
    );
  });

  it('lets Guest read only what callers without a token read in the source, and nothing unless it is opened', () => {
    fc.assert(
      fc.property(anySource, ({ source, plan, opensGuest }) => {
        const { anonymous } = source.principals;
        const more = source.nodegroups.filter(
          ({ id }) =>
            guestReads(source, plan, id) &&
            (!opensGuest || !sourceAllows(source, anonymous, id, 'read')),
        );
        expect(more).toEqual([]);
      }),
      runs,
    );
  });

  it('has a reason for every right that an account has only in the source', () => {
    fc.assert(
      fc.property(anySource, ({ source, plan }) => {
        const unexplained = questions(source).filter(
          ({ user, id, right }) =>
            !user.isSuperuser &&
            sourceSelects(source, user, id, right) &&
            !hereAllows(source, plan, user, id, right) &&
            !plan.differences.some(
              (difference) =>
                difference.reason !== 'guest_reads' &&
                difference.right === right &&
                difference.caller.accounts.includes(user.id) &&
                difference.nodegroups.includes(id),
            ),
        );
        expect(unexplained).toEqual([]);
      }),
      runs,
    );
  });

  it('lists what an account reads only because Guest does', () => {
    fc.assert(
      fc.property(anySource, ({ source, plan }) => {
        const unlisted = questions(source).filter(
          ({ user, id, right }) =>
            right === 'read' &&
            !user.isSuperuser &&
            hereAllows(source, plan, user, id, right) &&
            !sourceAllows(source, user, id, right) &&
            !plan.differences.some(
              ({ reason, caller, nodegroups }) =>
                reason === 'guest_reads' &&
                caller.accounts.includes(user.id) &&
                nodegroups.includes(id),
            ),
        );
        expect(unlisted).toEqual([]);
      }),
      runs,
    );
  });

  it('gives accounts exactly what the source gives if Guest is opened, nothing is closed and no account has rights on all nodegroups', () => {
    fc.assert(
      fc.property(anySource, ({ source, plan, opensGuest }) => {
        const isPlain =
          opensGuest &&
          source.nodegroups.every(({ isOfSystemSettings }) => !isOfSystemSettings) &&
          source.principals.users.every(({ rights }) => rights.size === 0) &&
          [...source.rows.values()].every(({ accounts, groups }) =>
            [...accounts.values(), ...groups.values()].every(({ isClosed }) => !isClosed),
          );
        fc.pre(isPlain);
        const less = questions(source).filter(
          ({ user, id, right }) =>
            !(right === 'read' && user.groups.includes(1)) &&
            sourceAllows(source, user, id, right) &&
            !hereAllows(source, plan, user, id, right),
        );
        expect(less).toEqual([]);
      }),
      runCount(500, 40),
    );
  });
});
