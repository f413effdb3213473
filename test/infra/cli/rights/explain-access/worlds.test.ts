import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { explainAccess } from '../../../../../infra/cli/rights/explain-access/explain-access.ts';
import {
  readAccessFacts,
  type AccessFacts,
} from '../../../../../infra/cli/rights/explain-access/access-facts.ts';
import type { StatementReader } from '../../../../../lib/data-api/chunks.ts';
import type { Transaction } from '../../../../../lib/data-api/client.ts';
import type { Caller } from '../../../../../lib/model/accounts/caller.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { runRolledBack } from '../../../../support/run-rolled-back.ts';
import { insertTables } from '../../../../support/world/insert-rows.ts';
import {
  listCallers,
  randomTables,
  unknownAccount,
} from '../../../../support/world/random-tables.ts';
import type { AccessTables } from '../../../../support/world/tables.ts';
import { readDatabaseAccess, type DatabaseAccess } from '../../../schema/database-access.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;

/** The facts about a caller and a subject, and the results of the permission functions for that caller. */
type Case = {
  readonly tables: AccessTables;
  readonly caller: Caller;
  readonly subject: string;
  readonly facts: AccessFacts;
  readonly database: DatabaseAccess;
};

const cases: Case[] = [];

beforeAll(async () => {
  const stack = await openTestStack();
  for (const tables of fc.sample(randomTables, triesAllCases ? 16 : 6)) {
    cases.push(...(await createCases(tables, stack)));
  }
  await stack.close();
});

const createCases = (tables: AccessTables, { dataApi }: TestStack): Promise<readonly Case[]> =>
  runRolledBack(dataApi, async (transaction) => {
    await transaction.execute(insertTables(tables));
    const foundCases: Case[] = [];
    for (const caller of listCallers(tables).filter((id) => id !== unknownAccount)) {
      foundCases.push(...(await createCasesOfCaller(tables, caller, transaction)));
    }
    return foundCases;
  });

async function createCasesOfCaller(
  tables: AccessTables,
  caller: Caller,
  transaction: Transaction,
): Promise<readonly Case[]> {
  const database = await readDatabaseAccess(transaction, caller, tables);
  const foundCases: Case[] = [];
  const subjects = [
    ...tables.nodegroup.map(({ nodegroup_id: id }) => ({ kind: 'nodegroup', id }) as const),
    ...tables.resource.map(({ resource_id: id }) => ({ kind: 'resource', id }) as const),
  ];
  const reader: StatementReader = { read: (statement) => transaction.execute(statement) };
  for (const subject of subjects) {
    const facts = await readAccessFacts(reader, caller, subject);
    foundCases.push({ tables, caller, subject: subject.id, facts, database });
  }
  return foundCases;
}

/** The cases for which a comparison finds a difference, together with the difference. */
function findCasesWithDifference(findDifference: (testCase: Case) => unknown): readonly object[] {
  return cases.flatMap((testCase) => {
    const difference = findDifference(testCase);
    return difference === undefined ? [] : [{ ...testCase, difference }];
  });
}

describe('explain-access', () => {
  it('is tested with many callers, nodegroups and resource instances', () => {
    expect(cases.length).toBeGreaterThan(100);
    expect(new Set(cases.map(({ facts }) => facts.resource === null))).toEqual(
      new Set([true, false]),
    );
  });

  it('decides about nodegroups as the database function nodegroup_permission does', () => {
    const differences = findCasesWithDifference(({ facts, database }) =>
      facts.nodegroups.find(({ id, decisions }) =>
        nodegroupRights.some(
          (right, index) => decisions[right].allows !== database.nodegroupRights[id]?.[index],
        ),
      ),
    );
    expect(differences).toEqual([]);
  });

  it('decides about resource instances as the database function resource_permission does', () => {
    const differences = findCasesWithDifference(({ facts, database }) => {
      const { resource } = facts;
      if (resource === null) return undefined;
      return resourceRights.find(
        (right, index) =>
          resource.decisions[right].allows !== database.resourcePermissions[resource.id]?.[index],
      );
    });
    expect(differences).toEqual([]);
  });

  it('names a resource grant as the rule only if the caller has one for the resource instance', () => {
    const differences = findCasesWithDifference(({ facts, database }) => {
      const { rule } = facts.resource?.decisions.view ?? {};
      if (!facts.resource || rule === 'administrator' || rule === 'deactivated') return undefined;
      if (rule === 'system settings') return undefined;
      const isByGrant = /no access to resource|resource grant|right not granted/.test(rule ?? '');
      if (!isByGrant) return undefined;
      return facts.resource.grants.length > 0 && facts.resource.id in database.grantedResources
        ? undefined
        : rule;
    });
    expect(differences).toEqual([]);
  });

  it('prints at least three lines for every case, none of them with "undefined"', () => {
    const differences = findCasesWithDifference(({ facts }) => {
      const lines = explainAccess(facts);
      return lines.length < 3 || lines.some((line) => line.includes('undefined'))
        ? lines
        : undefined;
    });
    expect(differences).toEqual([]);
  });
});
