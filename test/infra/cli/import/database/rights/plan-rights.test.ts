import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type {
  SourcePrincipals,
  SourceUser,
} from '../../../../../../infra/cli/import/database/rights/source-principals.ts';
import { maxExceptions } from '../../../../../../infra/cli/import/database/rights/nodegroup-plan.ts';
import { planRights } from '../../../../../../infra/cli/import/database/rights/plan-rights.ts';
import {
  allRights,
  noRights,
  type GrantedRights,
} from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import { onceIn, repeat } from '../../../../../support/random/draw.ts';
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

  it('gives accounts exactly what the source gives if Guest is opened, nothing is closed, rights come from groups, and editors have all of them', () => {
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const source = simplify(drawSource(draw));
        const plan = planRights(source.principals, source.nodegroups, source.rows, true);
        const different = questions(source).filter(
          ({ user, id, right }) =>
            !(right === 'read' && (user.groups.includes(1) || guestReads(source, plan, id))) &&
            sourceAllows(source, user, id, right) !== hereAllows(source, plan, user, id, right),
        );
        expect(different).toEqual([]);
      }),
      runs,
    );
  });

  it('lets no group write by default but that of the editors, whose members alone can write over HTTP in the source', () => {
    fc.assert(
      fc.property(anySource, ({ source: { principals }, plan }) => {
        const writing = [...plan.defaults]
          .filter(([id]) => id !== principals.editorGroupId)
          .filter(([, rights]) => rights.has('write') || rights.has('delete'));
        expect(writing).toEqual([]);
      }),
      runs,
    );
  });

  it('gives less where an exception would be for too many accounts, and lists them', () => {
    const user = (id: number, groups: readonly number[]): SourceUser => ({
      id,
      username: `user ${id}`,
      isActive: true,
      isSuperuser: false,
      groups,
      rights: noRights,
    });
    const principals: SourcePrincipals = {
      groups: [
        { id: 2, name: 'Resource Editor', rights: allRights },
        { id: 3, name: 'Volunteers', rights: noRights },
      ],
      users: [user(10, [2, 3]), ...repeat(maxExceptions + 1, (index) => user(index + 11, [2]))],
      anonymous: undefined,
      guestId: undefined,
      editorGroupId: 2,
    };
    const readRow = { rights: new Set(['read'] as const), isClosed: false };
    const rows = new Map([['one', { accounts: new Map(), groups: new Map([[3, readRow]]) }]]);
    const place = { id: 'one', parentId: null, isOfSystemSettings: false };
    const plan = (users: SourcePrincipals['users']) =>
      planRights({ ...principals, users }, [place], rows, true);
    expect([...(plan(principals.users).grants.get('one') ?? [])]).toEqual([
      ['group 3', readRow],
      ['group 2', readRow],
    ]);
    expect(
      plan(principals.users).differences.filter(({ reason }) => reason === 'grants_differ'),
    ).toMatchObject([
      { right: 'write', caller: { accounts: { length: maxExceptions + 1 } } },
      { right: 'delete', caller: { accounts: { length: maxExceptions + 1 } } },
    ]);
    expect([...(plan(principals.users.slice(0, 2)).grants.get('one') ?? [])]).toEqual([
      ['group 3', readRow],
      ['group 2', readRow],
      ['account 11', { rights: allRights, isClosed: false }],
    ]);
  });
});

/** The same source without what has no exact counterpart here. */
function simplify({ principals, nodegroups, rows }: RandomSource): RandomSource {
  const open = (named: ReadonlyMap<number, GrantedRights>) =>
    new Map([...named].map(([id, row]) => [id, { ...row, isClosed: false }]));
  return {
    principals: {
      ...principals,
      groups: principals.groups.map((group) =>
        group.id === principals.editorGroupId ? { ...group, rights: allRights } : group,
      ),
      users: principals.users.map((user) => ({ ...user, rights: noRights })),
    },
    nodegroups: nodegroups.map((place) => ({ ...place, isOfSystemSettings: false })),
    rows: new Map(
      [...rows].map(([id, { accounts, groups }]) => [
        id,
        { accounts: open(accounts), groups: open(groups) },
      ]),
    ),
  };
}
