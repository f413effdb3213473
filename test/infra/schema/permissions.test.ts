import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../../lib/model/accounts/caller.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { runRolledBack } from '../../support/run-rolled-back.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { evaluateAccess, systemSettingsGraph, type Access } from '../../support/world/access.ts';
import { insertTables } from '../../support/world/insert-rows.ts';
import {
  listCallers,
  randomTables,
  tablesOfOneNodegroup,
} from '../../support/world/random-tables.ts';
import type { AccessTables, Row } from '../../support/world/tables.ts';
import { readDatabaseAccess, type DatabaseAccess } from './database-access.ts';

type Case = {
  readonly tables: AccessTables;
  readonly caller: Caller;
  readonly access: Access;
  readonly database: DatabaseAccess;
};

/** Every caller of many random databases, with its rights as the tests evaluate them (the oracle) and as the database does. */
const cases: Case[] = [];

beforeAll(async () => {
  const stack = await openTestStack();
  const drawnTables = [
    ...tablesOfOneNodegroup,
    ...fc.sample(randomTables, triesAllCases ? 50 : 20),
  ];
  for (const tables of drawnTables) cases.push(...(await createCases(tables, stack)));
  await stack.close();
});

const createCases = (tables: AccessTables, { dataApi }: TestStack): Promise<readonly Case[]> =>
  runRolledBack(dataApi, async (transaction) => {
    await transaction.execute(insertTables(tables));
    const foundCases: Case[] = [];
    for (const caller of listCallers(tables)) {
      const database = await readDatabaseAccess(transaction, caller, tables);
      foundCases.push({ tables, caller, access: evaluateAccess(tables, caller), database });
    }
    return foundCases;
  });

/** The cases in which the database and the oracle differ. */
function findDifferences<Aspect>(
  ofDatabase: (database: DatabaseAccess) => Aspect,
  ofOracle: (access: Access, tables: AccessTables) => Aspect,
): readonly object[] {
  return cases.flatMap(({ tables, caller, access, database }) => {
    const actual = ofDatabase(database);
    const expected = ofOracle(access, tables);
    return isDeepStrictEqual(actual, expected) ? [] : [{ tables, caller, actual, expected }];
  });
}

const listResourceIds = (
  { resource }: AccessTables,
  matches: (resourceId: string) => boolean,
): readonly string[] => resource.map((row) => row.resource_id).filter(matches);

/** The names with a prefix that a caller may read. */
const listReadableNames = (access: Access, { resource }: AccessTables, prefix: string) =>
  resource.flatMap((row: Row<'resource'>) => {
    const name = row.descriptors['en']?.['name'];
    const text = name && access.readableText(name);
    return text?.startsWith(prefix) === true ? [text] : [];
  });

describe('the permission functions of the database', () => {
  it('are tested with more than 60 pairs of a database and a caller', () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  it('derive the rights on each nodegroup from defaults, grants and no_access of the caller', () => {
    const differences = findDifferences(
      (database) => database.nodegroupRights,
      (access, { nodegroup }) =>
        Object.fromEntries(
          nodegroup.map(({ nodegroup_id: id }) => {
            const rights = access.nodegroupRights(id);
            return [id, [rights.read, rights.write, rights.delete]];
          }),
        ),
    );
    expect(differences).toEqual([]);
  });

  it('list the readable nodegroups', () => {
    const differences = findDifferences(
      (database) => database.readableNodegroups,
      (access, { nodegroup }) =>
        nodegroup.map((row) => row.nodegroup_id).filter((id) => access.mayRead(id)),
    );
    expect(differences).toEqual([]);
  });

  it('list exactly the resource instances with grants for the caller or Guest', () => {
    const differences = findDifferences(
      (database) => Object.keys(database.grantedResources).toSorted(),
      (access, tables) => listResourceIds(tables, access.hasResourceGrant),
    );
    expect(differences).toEqual([]);
  });

  it('use the grants for a resource instance in this order: account, its groups, Guest', () => {
    const wrongCases = cases.filter(({ tables, access, database }) =>
      tables.resource.some(
        ({ resource_id: id, graph_id: graph }) =>
          graph !== systemSettingsGraph &&
          !access.isAdministrator &&
          access.maySee(id) !==
            (database.grantedResources[id] ?? database.visibleResources.includes(id)),
      ),
    );
    expect(wrongCases).toEqual([]);
  });

  it('list the visible resource instances', () => {
    const differences = findDifferences(
      (database) => database.visibleResources,
      (access, tables) => listResourceIds(tables, access.maySee),
    );
    expect(differences).toEqual([]);
  });

  it('list the same resource instances by their sets of grants, and by their grants while the sets are unknown', () => {
    const listed = findDifferences(
      (database) => database.listedResources,
      (access, tables) => listResourceIds(tables, access.maySee),
    );
    const listedWithoutSets = findDifferences(
      (database) => database.listedWithoutSets,
      (access, tables) => listResourceIds(tables, access.maySee),
    );
    expect({ listed, listedWithoutSets }).toEqual({ listed: [], listedWithoutSets: [] });
  });

  it('decide for every resource instance whether a caller may view, change and delete it', () => {
    const differences = findDifferences(
      (database) => database.resourcePermissions,
      (access, { resource }) =>
        Object.fromEntries(
          resource.map(({ resource_id: id }) => {
            const rights = access.resourceRights(id);
            return [id, [rights.view, rights.change, rights.delete]];
          }),
        ),
    );
    expect(differences).toEqual([]);
  });

  it('are tested with each combination of change and delete that nodegroups alone can give', () => {
    const rightsByNodegroups = cases.flatMap(({ tables, caller, access, database }) =>
      access.isAdministrator || caller === null
        ? []
        : listResourceIds(tables, (id) => access.grantedResourceRights(id) === undefined).map(
            (id) => database.resourcePermissions[id],
          ),
    );
    const decisions = rightsByNodegroups.flatMap((rights) =>
      rights?.[0] === true ? [rights.slice(1).join()] : [],
    );
    expect(new Set(decisions).size).toBe(4);
  });

  it('show a name only to callers who may read everything that it was built from', () => {
    const differences = findDifferences(
      (database) => database.readableNames.filter((name) => name.startsWith('name')),
      (access, tables) => listReadableNames(access, tables, 'name'),
    );
    expect(differences).toEqual([]);
  });

  it('show the own text of a name to callers who may read only that text', () => {
    const differences = findDifferences(
      (database) => database.readableNames.filter((name) => name.startsWith('own name')),
      (access, tables) => listReadableNames(access, tables, 'own name'),
    );
    expect(differences).toEqual([]);
    expect(cases.some(({ database }) => database.readableNames.join().includes('own'))).toBe(true);
  });

  it('show provisional edits to their author and to reviewers', () => {
    const differences = findDifferences(
      (database) => Object.keys(database.provisionalEdits ?? {}),
      (access, { account }) =>
        account
          .map((row) => row.account_id)
          .filter((author) => access.maySeeProposalsOf(author))
          .map(String),
    );
    expect(differences).toEqual([]);
  });

  it('recognise administrators by their own flag or that of a group', () => {
    const differences = findDifferences(
      (database) => database.isAdministrator,
      (access) => access.isAdministrator,
    );
    expect(differences).toEqual([]);
  });

  it('decide whether there is anything that a caller may read', () => {
    const differences = findDifferences(
      (database) => database.mayReadSomething,
      (access) => access.mayReadSomething(),
    );
    expect(differences).toEqual([]);
  });

  it('open the thesaurus to callers who may read by default', () => {
    const differences = findDifferences(
      (database) => database.mayReadThesaurus,
      (access) => access.mayReadThesaurus,
    );
    expect(differences).toEqual([]);
  });
});
