import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { HttpWriters } from '../../../../../../infra/cli/import/database/rights/http-writers.ts';
import { planRights } from '../../../../../../infra/cli/import/database/rights/plan-rights.ts';
import { planResourceGrants } from '../../../../../../infra/cli/import/database/rights/resource-plan.ts';
import { allRights } from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import { onceIn, pickOne, pickSome } from '../../../../../support/random/draw.ts';
import { runCount } from '../../../../../support/random/run-count.ts';
import {
  guestViews,
  hereAllowsResource,
  sourceAllowsResource,
  type RandomResource,
} from './plain-resource-rules.ts';
import { drawRows, drawSource } from './random-source.ts';

const runs = runCount(5000, 300);
const noRows = { accounts: new Map(), groups: new Map() };

const anyCase = fc.gen().map((draw) => {
  const drawn = drawSource(draw);
  const source = {
    ...drawn,
    nodegroups: drawn.nodegroups.map((place) => ({ ...place, isOfSystemSettings: false })),
  };
  const { principals, nodegroups } = source;
  const opensGuest = onceIn(draw, 2);
  const resource: RandomResource = {
    rows: onceIn(draw, 3) ? noRows : drawRows(draw, principals),
    principalUser: onceIn(draw, 2) ? null : pickOne(draw, principals.users).id,
    tiles: pickSome(draw, nodegroups).map(({ id }) => id),
    framework: onceIn(draw, 2) ? 'default-deny' : 'default-allow',
  };
  const usersById = new Map(principals.users.map((user) => [user.id, user]));
  return {
    source,
    resource,
    opensGuest,
    plan: planRights(principals, nodegroups, source.rows, opensGuest),
    grants: planResourceGrants(resource, {
      principals,
      usersById,
      httpWriters: new HttpWriters(principals),
      framework: resource.framework,
      opensGuest,
      ownersKeepRights: false,
    }),
  };
});

describe('the plan of grants on resource instances', () => {
  it('gives nobody a right that the source does not give, except seeing what Guest sees', () => {
    fc.assert(
      fc.property(anyCase, ({ source, resource, plan, grants }) => {
        const more = source.principals.users.flatMap((user) =>
          [...allRights].filter(
            (right) =>
              hereAllowsResource(source, plan, grants, resource, user, right) &&
              !sourceAllowsResource(source, resource, user, right) &&
              !(right === 'read' && guestViews(source, plan, grants)),
          ),
        );
        expect(more).toEqual([]);
      }),
      runs,
    );
  });

  it('shows Guest only what callers without a token see in the source, and nothing unless it is opened', () => {
    fc.assert(
      fc.property(anyCase, ({ source, resource, plan, grants, opensGuest }) => {
        fc.pre(guestViews(source, plan, grants));
        const { anonymous } = source.principals;
        expect(opensGuest).toBe(true);
        expect(sourceAllowsResource(source, resource, anonymous, 'read')).toBe(true);
      }),
      runs,
    );
  });

  it('keeps what rows give an account of a source that shows it, too, unless the account is in Guest', () => {
    fc.assert(
      fc.property(anyCase, ({ source, resource, plan, grants }) => {
        const less = source.principals.users
          .filter(
            ({ id, groups }) =>
              !groups.includes(1) &&
              (resource.rows.accounts.has(id) ||
                groups.some((group) => resource.rows.groups.has(group))),
          )
          .filter((user) => sourceAllowsResource(source, resource, user, 'read'))
          .flatMap((user) =>
            [...allRights].filter(
              (right) =>
                sourceAllowsResource(source, resource, user, right) &&
                !hereAllowsResource(source, plan, grants, resource, user, right),
            ),
          );
        expect(less).toEqual([]);
      }),
      runs,
    );
  });
});
