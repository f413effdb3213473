import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { explainAccess } from '../../../../infra/cli/explain-access/explain-access.ts';
import {
  readAccessFacts,
  type AccessFacts,
} from '../../../../infra/cli/explain-access/access-facts.ts';
import type { StatementReader } from '../../../../lib/data-api/chunks.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { askDatabase, writeWorld, type Verdict } from '../../schema/permission-rows.ts';
import { callers, unknownAccount, worlds, type World } from '../../schema/permission-world.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;

/** What was read about a caller and one thing of a world, beside what the permission functions say of the caller. */
type Case = {
  readonly world: World;
  readonly caller: Caller;
  readonly subject: string;
  readonly facts: AccessFacts;
  readonly verdict: Verdict;
};

const cases: Case[] = [];

beforeAll(async () => {
  const stack = await openTestStack();
  for (const world of fc.sample(worlds, 16)) cases.push(...(await casesOf(world, stack)));
  await stack.close();
});

/** Ends a transaction of which nothing is to stay. */
class Undo extends Error {}

async function casesOf(world: World, { data }: TestStack): Promise<readonly Case[]> {
  const found: Case[] = [];
  const work = data.transaction(async (transaction) => {
    await transaction.execute(writeWorld(world));
    for (const caller of callers(world).filter((id) => id !== unknownAccount)) {
      found.push(...(await casesOfCaller(world, caller, transaction)));
    }
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

async function casesOfCaller(
  world: World,
  caller: Caller,
  transaction: Transaction,
): Promise<readonly Case[]> {
  const verdict = await askDatabase(transaction, caller, world);
  const found: Case[] = [];
  const subjects = [
    ...world.nodegroups.map(({ id }) => ({ kind: 'nodegroup', id }) as const),
    ...world.resources.map(({ id }) => ({ kind: 'resource', id }) as const),
  ];
  const reader: StatementReader = { read: (statement) => transaction.execute(statement) };
  for (const subject of subjects) {
    const facts = await readAccessFacts(reader, caller, subject);
    found.push({ world, caller, subject: subject.id, facts, verdict });
  }
  return found;
}

/** Cases with what is wrong with each, told so that a failure can be understood. */
function wrong(differs: (one: Case) => unknown): readonly object[] {
  return cases.flatMap((one) => {
    const difference = differs(one);
    return difference === undefined ? [] : [{ ...one, difference }];
  });
}

describe('the explanation of an access', () => {
  it('is asked for many callers, nodegroups and resource instances', () => {
    expect(cases.length).toBeGreaterThan(200);
    expect(new Set(cases.map(({ facts }) => facts.resource === null))).toEqual(
      new Set([true, false]),
    );
  });

  it('decides about nodegroups as nodegroup_permission does', () => {
    const differences = wrong(({ facts, verdict }) =>
      facts.nodegroups.find(({ id, decisions }) =>
        nodegroupRights.some(
          (right, index) => decisions[right].allows !== verdict.nodegroupRights[id]?.[index],
        ),
      ),
    );
    expect(differences).toEqual([]);
  });

  it('decides about resource instances as resource_permission does', () => {
    const differences = wrong(({ facts, verdict }) => {
      const { resource } = facts;
      if (resource === null) return undefined;
      return resourceRights.find(
        (right, index) =>
          resource.decisions[right].allows !== verdict.resourcePermissions[resource.id]?.[index],
      );
    });
    expect(differences).toEqual([]);
  });

  it('names a grant of the resource instance where there is one that touches the caller, and only there', () => {
    const differences = wrong(({ facts, verdict }) => {
      const { rule } = facts.resource?.decisions.view ?? {};
      if (!facts.resource || rule === 'administrator' || rule === 'deactivated') return undefined;
      if (rule === 'system settings') return undefined;
      const isByGrant = /no access to resource|resource grant|right not granted/.test(rule ?? '');
      if (!isByGrant) return undefined;
      return facts.resource.grants.length > 0 && facts.resource.id in verdict.grantedResources
        ? undefined
        : rule;
    });
    expect(differences).toEqual([]);
  });

  it('can be told of every one of them', () => {
    const differences = wrong(({ facts }) => {
      const lines = explainAccess(facts);
      return lines.length < 3 || lines.some((line) => line.includes('undefined'))
        ? lines
        : undefined;
    });
    expect(differences).toEqual([]);
  });
});
