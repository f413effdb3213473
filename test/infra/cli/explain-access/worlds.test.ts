import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  decideNodegroup,
  decideResource,
  resourceVerdict,
} from '../../../../infra/cli/explain-access/decide.ts';
import { explain } from '../../../../infra/cli/explain-access/explain.ts';
import { readAccessFacts, type AccessFacts } from '../../../../infra/cli/explain-access/facts.ts';
import type { Reader } from '../../../../lib/data-api/chunks.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import type { Caller } from '../../../../lib/queries/resources.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { askDatabase, writeWorld, type Verdict } from '../../migrations/permission-rows.ts';
import { callers, unknownAccount, worlds, type World } from '../../migrations/permission-world.ts';

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
  const reader: Reader = { read: (statement) => transaction.execute(statement) };
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
      facts.nodegroups.find((nodegroup) =>
        nodegroupRights.some(
          (right, index) =>
            decideNodegroup(facts, nodegroup, right).allows !==
            verdict.nodegroupRights[nodegroup.id]?.[index],
        ),
      ),
    );
    expect(differences).toEqual([]);
  });

  it('decides whether a resource instance is visible as visible_resource does', () => {
    const differences = wrong(({ facts, verdict: { visibleResources } }) => {
      const { resource } = facts;
      if (resource === null) return undefined;
      const { allows } = decideResource(facts, resource, 'view');
      return allows === visibleResources.includes(resource.id) ? undefined : allows;
    });
    expect(differences).toEqual([]);
  });

  it('takes the grants of a resource instance as resource_decision does', () => {
    const differences = wrong(({ facts, verdict }) => {
      const { resource, caller } = facts;
      if (resource === null || caller.mayDoEverything || resource.isSystemSettings)
        return undefined;
      const given = verdict.resourceDecisions[resource.id];
      return resourceRights.find((right, index) => {
        const { rule, allows } = decideResource(facts, resource, right);
        const isByGrant = rule !== 'deactivated' && !rule.includes('nodegroup');
        return isByGrant ? allows !== given?.[index] : given !== undefined;
      });
    });
    expect(differences).toEqual([]);
  });

  it('agrees with the verdict that it shows', () => {
    const differences = wrong(({ facts }) => {
      const { resource } = facts;
      if (resource === null) return undefined;
      return resourceRights.find(
        (right) =>
          decideResource(facts, resource, right).allows !== resourceVerdict(facts, resource, right),
      );
    });
    expect(differences).toEqual([]);
  });

  it('can be told of every one of them', () => {
    const differences = wrong(({ facts }) => {
      const lines = explain(facts);
      return lines.length < 3 || lines.some((line) => line.includes('undefined'))
        ? lines
        : undefined;
    });
    expect(differences).toEqual([]);
  });
});
