import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { explainAccess } from '../../../../../infra/cli/rights/explain-access/explain-access.ts';
import { readAccessFacts } from '../../../../../infra/cli/rights/explain-access/access-facts.ts';
import type { AccessTarget } from '../../../../../infra/cli/rights/queries/explain-access.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { runRolledBack } from '../../../../support/run-rolled-back.ts';
import { insertTables } from '../../../../support/world/insert-rows.ts';
import {
  top,
  middle,
  bottom,
  nodegroupOfOtherGraph,
  record,
  otherRecord,
  account,
  noRights,
  readRight,
  allRights,
  noResourceRights,
  viewRight,
  createTables,
  grant,
  type Draft,
} from './small-database.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => stack?.close());

const readFacts = (draft: Draft, subject: AccessTarget, caller: number | null) =>
  runRolledBack(stack.dataApi, async (transaction) => {
    await transaction.execute(insertTables(createTables(draft)));
    return readAccessFacts(
      { read: (statement) => transaction.execute(statement) },
      caller,
      subject,
    );
  });

/** The explanation of one right, without the name of the right. */
async function explainRight(
  draft: Draft,
  kind: 'nodegroup' | 'resource',
  subject: string,
  right: string,
  caller: number | null = account,
): Promise<string> {
  const lines = explainAccess(await readFacts(draft, { kind, id: subject }, caller));
  return lines.find((line) => line.startsWith(`${right}: `))?.slice(right.length + 2) ?? '';
}

const explainReading = (draft: Draft, nodegroup = bottom, caller: number | null = account) =>
  explainRight(draft, 'nodegroup', nodegroup, 'read', caller);

const explainViewing = (draft: Draft) => explainRight(draft, 'resource', record, 'view');

describe('the rule that decides about a nodegroup', () => {
  const closingGrants = [grant(bottom, null, noRights, true)];

  it('is that the account is deactivated, before any other rule', async () => {
    const draft = {
      account: { is_active: false, is_administrator: true },
      isSystemSettings: true,
    };
    expect(await explainReading(draft)).toBe('no, the account is deactivated');
  });

  it('is that the caller is an administrator, through its own flag or a group', async () => {
    const settings = { isSystemSettings: true, nodegroupGrants: closingGrants };
    expect(await explainReading({ ...settings, account: { is_administrator: true } })).toBe(
      'yes, the account is an administrator',
    );
    const group: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Visitors: { is_administrator: true } },
    };
    expect(await explainReading({ ...settings, ...group })).toBe(
      'yes, members of group Visitors are administrators',
    );
  });

  it('is never that an anonymous caller is an administrator', async () => {
    const draft = { groups: { Guest: { is_administrator: true } } };
    expect(await explainReading(draft, bottom, null)).toBe(
      'no, closed: no grant and no default gives it',
    );
  });

  it('is that the nodegroup belongs to the system settings, whatever grants exist', async () => {
    const draft = { isSystemSettings: true, nodegroupGrants: [grant(bottom, null, readRight)] };
    expect(await explainReading(draft)).toBe('no, the system settings are for administrators only');
  });

  it('is no_access of any principal, before every grant and default', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: readRight },
      nodegroupGrants: [
        grant(bottom, null, readRight),
        grant(bottom, 'Visitors', noRights, true),
        grant(top, 'Visitors', noRights, true),
      ],
    };
    expect(await explainReading(draft)).toBe('no, group Visitors has no_access here');
  });

  it('is no_access on a nodegroup above, at any distance', async () => {
    const draft: Draft = {
      in: ['Editors'],
      groups: { Editors: readRight },
      nodegroupGrants: [grant(top, null, noRights, true), grant(bottom, null, readRight)],
    };
    expect(await explainReading(draft)).toMatch(/^no, the account has no_access on .+ above$/);
    expect(await explainReading(draft, middle)).toMatch(
      /^no, the account has no_access on .+ above$/,
    );
    expect(await explainReading(draft, nodegroupOfOtherGraph)).toBe(
      'yes, by default of group Editors',
    );
  });

  it('is an explicit grant, with its principal', async () => {
    const draft: Draft = {
      in: ['Visitors'],
      nodegroupGrants: [grant(bottom, null, noRights), grant(bottom, 'Visitors', readRight)],
    };
    expect(await explainReading(draft)).toBe('yes, group Visitors has a grant here');
  });

  it('is the default of a group that has no grant for the nodegroup', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: readRight, Visitors: readRight },
      nodegroupGrants: [grant(bottom, 'Visitors', noRights)],
    };
    expect(await explainReading(draft)).toBe('yes, by default of group Editors');
  });

  it('is that no grant and no default gives the right, with the group whose default is replaced', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      groups: { Editors: readRight },
      nodegroupGrants: [grant(bottom, 'Editors', noRights)],
    };
    expect(await explainReading(draft)).toBe(
      'no, closed: a grant here replaces the default of group Editors',
    );
    expect(await explainReading({})).toBe('no, closed: no grant and no default gives it');
  });
});

describe('the right of Guest to read', () => {
  const groups = { Guest: allRights };

  it('decides about reading, and only about that, if the account has no own right to read', async () => {
    expect(await explainReading({ groups })).toBe('yes, Guest may read it');
    expect(await explainRight({ groups }, 'nodegroup', bottom, 'write')).toBe(
      'no, closed: no grant and no default gives it',
    );
    const withoutOwnRight = { groups, nodegroupGrants: [grant(bottom, null, noRights)] };
    expect(await explainReading(withoutOwnRight)).toBe('yes, Guest may read it');
    const withOwnGrant = { groups, nodegroupGrants: [grant(bottom, null, readRight)] };
    expect(await explainReading(withOwnGrant)).toBe('yes, the account has a grant here');
  });

  it('does not let an account read if it has no_access of its own, or is deactivated', async () => {
    const closedToAccount = { groups, nodegroupGrants: [grant(bottom, null, noRights, true)] };
    expect(await explainReading(closedToAccount)).toBe('no, the account has no_access here');
    expect(await explainReading({ groups, account: { is_active: false } })).toBe(
      'no, the account is deactivated',
    );
  });

  it('is withdrawn by no_access of Guest, which does not affect the own rights of the account', async () => {
    const nodegroupGrants = [grant(middle, 'Guest', noRights, true)];
    expect(await explainReading({ groups, nodegroupGrants })).toBe(
      'no, closed: no grant and no default gives it',
    );
    const withOwnGrant = [...nodegroupGrants, grant(bottom, null, readRight)];
    expect(await explainReading({ groups, nodegroupGrants: withOwnGrant })).toBe(
      'yes, the account has a grant here',
    );
  });

  it('lets an account view a resource instance that Guest may view, without an own right', async () => {
    expect(await explainViewing({ groups })).toBe('yes, Guest may see it');
    expect(await explainRight({ groups }, 'resource', record, 'change')).toBe(
      'no, no nodegroup of its graph is writable',
    );
    const withGuestGrant = { resourceGrants: [grant(record, 'Guest', viewRight)] };
    expect(await explainViewing(withGuestGrant)).toBe('yes, Guest may see it');
    const withoutOwnRight = { groups, resourceGrants: [grant(record, null, noResourceRights)] };
    expect(await explainViewing(withoutOwnRight)).toBe('yes, Guest may see it');
  });

  it('lets no account view a resource instance to which the account or its group has no_access', async () => {
    const toAccount = { groups, resourceGrants: [grant(record, null, noResourceRights, true)] };
    expect(await explainViewing(toAccount)).toBe(
      'no, the account has no_access to the resource instance',
    );
    const toGroup: Draft = {
      groups,
      in: ['Visitors'],
      resourceGrants: [
        grant(record, null, noResourceRights),
        grant(record, 'Visitors', noResourceRights, true),
      ],
    };
    expect(await explainViewing(toGroup)).toBe(
      'no, the account has a grant on the resource instance, which does not give this right',
    );
  });

  it('lets nobody view a resource instance to which Guest has no_access, except by own rights', async () => {
    const resourceGrants = [grant(record, 'Guest', noResourceRights, true)];
    expect(await explainViewing({ groups, resourceGrants })).toBe(
      'no, no nodegroup of its graph is readable by own rights',
    );
    const withOwnGrant = {
      groups,
      resourceGrants,
      nodegroupGrants: [grant(bottom, null, readRight)],
    };
    expect(await explainViewing(withOwnGrant)).toMatch(/^yes, nodegroup .+ is readable$/);
  });

  it('lets no account view a resource instance whose nodegroups are closed to the account', async () => {
    const nodegroupGrants = [grant(top, null, noRights, true)];
    expect(await explainViewing({ groups, nodegroupGrants })).toBe(
      'no, no nodegroup of its graph is readable',
    );
  });
});

describe('the rule that decides about a resource instance', () => {
  it('is the grant of the account, before the grants of its groups', async () => {
    const inEditors = { in: ['Editors'] } as const;
    expect(
      await explainViewing({
        ...inEditors,
        resourceGrants: [
          grant(record, null, viewRight),
          grant(record, 'Editors', noResourceRights, true),
        ],
      }),
    ).toBe('yes, the account has a grant on the resource instance');
    expect(
      await explainViewing({
        ...inEditors,
        resourceGrants: [
          grant(record, null, noResourceRights),
          grant(record, 'Editors', viewRight),
        ],
      }),
    ).toBe('no, the account has a grant on the resource instance, which does not give this right');
  });

  it('is no_access of one group, before the view right of another group', async () => {
    const draft: Draft = {
      in: ['Editors', 'Visitors'],
      resourceGrants: [
        grant(record, 'Editors', viewRight),
        grant(record, 'Visitors', noResourceRights, true),
      ],
    };
    expect(await explainViewing(draft)).toBe(
      'no, group Visitors has no_access to the resource instance',
    );
  });

  it('is a grant without the right for a group of the account, even if a nodegroup is readable', async () => {
    const draft: Draft = {
      in: ['Editors'],
      groups: { Editors: readRight },
      resourceGrants: [grant(record, 'Editors', noResourceRights)],
    };
    expect(await explainViewing(draft)).toBe(
      'no, its groups have grants on the resource instance, but none gives this right',
    );
  });

  it('is a readable nodegroup if the caller has no grant for the resource instance', async () => {
    const draft = { nodegroupGrants: [grant(bottom, null, readRight)] };
    expect(await explainViewing(draft)).toMatch(/^yes, nodegroup .+ is readable$/);
    expect(await explainViewing({})).toBe('no, no nodegroup of its graph is readable');
  });

  it('is that a caller without the right to view may not change or delete, whatever grants exist', async () => {
    const draft: Draft = {
      nodegroupGrants: [grant(bottom, null, allRights)],
      resourceGrants: [
        grant(record, null, { ...noResourceRights, can_change: true, can_delete: true }),
      ],
    };
    expect(await explainRight(draft, 'resource', record, 'change')).toBe(
      'no, it is not visible to the caller',
    );
    expect(await explainRight(draft, 'resource', otherRecord, 'change')).toMatch(/^yes, /);
  });

  it('is the state of the resource instance, if that takes the right away', async () => {
    const state = '10000000-0000-4000-8000-000000000001';
    const draft = {
      nodegroupGrants: [grant(top, null, allRights), grant(bottom, null, allRights)],
    };
    const facts = await runRolledBack(stack.dataApi, async ({ execute }) => {
      await execute(insertTables(createTables(draft)));
      await execute(
        rawSql(`with state as (
  insert into life_cycle_state (
    life_cycle_state_id, life_cycle_id, life_cycle_name, name, action_label, is_initial, can_edit, can_delete, next_state_ids, previous_state_ids
  )
  values ('${state}', '${state}', '"Standard"', '"Retired"', '""', false, false, false, '{}', '{}')
  returning 1
)
select * from state`),
      );
      await execute(rawSql(`update resource set life_cycle_state_id = '${state}'`));
      return readAccessFacts({ read: execute }, account, { kind: 'resource', id: record });
    });
    expect(explainAccess(facts)).toContain(
      'change: no, the state of the resource instance forbids it, and the caller is not exempt from states',
    );
    expect(facts.resource?.decisions.view.allows).toBe(true);
  });

  it('is that an anonymous caller may not change or delete, whatever Guest may do', async () => {
    const draft = { groups: { Guest: allRights } };
    const { resource } = await readFacts(draft, { kind: 'resource', id: record }, null);
    expect(resource?.decisions).toEqual({
      view: { rule: 'nodegroup of its graph', allows: true },
      change: { rule: 'anonymous', allows: false },
      delete: { rule: 'anonymous', allows: false },
    });
  });
});

describe('the rule that decides about change and delete without a grant for the resource instance', () => {
  const readRightOnTop = grant(top, null, readRight);
  const allRightsOnBottom = grant(bottom, null, allRights);
  const decide = (right: 'change' | 'delete', draft: Draft) =>
    explainRight(draft, 'resource', record, right);

  it('is a nodegroup of its graph with that right', async () => {
    const draft = { nodegroupGrants: [readRightOnTop, allRightsOnBottom] };
    expect(await decide('change', draft)).toMatch(/^yes, nodegroup .+ is writable$/);
    expect(await decide('delete', draft)).toMatch(
      /^yes, nodegroup .+ is deletable, and so are all nodegroups of its tiles$/,
    );
    expect(await decide('change', { nodegroupGrants: [readRightOnTop] })).toBe(
      'no, no nodegroup of its graph is writable',
    );
  });

  it('is never a nodegroup of another graph', async () => {
    const draft = {
      nodegroupGrants: [readRightOnTop, grant(nodegroupOfOtherGraph, null, allRights)],
      tiles: [nodegroupOfOtherGraph],
    };
    expect(await decide('change', draft)).toMatch(/^no, /);
    expect(await decide('delete', draft)).toMatch(/^no, /);
  });

  it('is that the resource instance has tiles of a nodegroup that the caller may not delete', async () => {
    const draft = { nodegroupGrants: [readRightOnTop, allRightsOnBottom], tiles: [top] };
    expect(await decide('delete', draft)).toMatch(
      /^no, it has tiles of nodegroup .+, which is not deletable$/,
    );
    expect(await decide('change', draft)).toMatch(/^yes, /);
  });
});
