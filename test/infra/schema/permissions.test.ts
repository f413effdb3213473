import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../../lib/model/accounts/caller.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { askDatabase, writeWorld, type Verdict } from './permission-rows.ts';
import * as rules from './permission-rules.ts';
import {
  callers,
  systemSettingsGraph,
  worlds,
  worldsOfNodegroupsAlone,
  type World,
} from './permission-world.ts';

type Case = { readonly world: World; readonly caller: Caller; readonly verdict: Verdict };

/** Every caller of many worlds, with what the database says of each. */
const cases: Case[] = [];

beforeAll(async () => {
  const stack = await openTestStack();
  const made = [...worldsOfNodegroupsAlone, ...fc.sample(worlds, 50)];
  for (const world of made) cases.push(...(await casesOf(world, stack)));
  await stack.close();
});

/** Ends a transaction of which nothing is to stay. */
class Undo extends Error {}

async function casesOf(world: World, { data }: TestStack): Promise<readonly Case[]> {
  const found: Case[] = [];
  const work = data.transaction(async (transaction) => {
    await transaction.execute(writeWorld(world));
    for (const caller of callers(world)) {
      found.push({ world, caller, verdict: await askDatabase(transaction, caller, world) });
    }
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

/** Where the database and the rules differ, among all callers of all worlds. */
function differences<Aspect>(
  ofDatabase: (verdict: Verdict) => Aspect,
  byRules: (world: World, caller: Caller) => Aspect,
): readonly object[] {
  return cases.flatMap(({ world, caller, verdict }) => {
    const found = ofDatabase(verdict);
    const expected = byRules(world, caller);
    return isDeepStrictEqual(found, expected) ? [] : [{ world, caller, found, expected }];
  });
}

describe('the permission functions of the database', () => {
  it('are asked about many callers', () => {
    expect(cases.length).toBeGreaterThan(200);
  });

  it('give each nodegroup the rights of the defaults, grants and no_access that touch the caller', () => {
    const found = differences(
      (verdict) => verdict.nodegroupRights,
      (world, caller) =>
        Object.fromEntries(
          world.nodegroups.map((nodegroup) => {
            const rights = rules.nodegroupRights(world, caller, nodegroup);
            return [nodegroup.id, [rights.read, rights.write, rights.delete]];
          }),
        ),
    );
    expect(found).toEqual([]);
  });

  it('list the readable nodegroups', () => {
    const found = differences(
      (verdict) => verdict.readableNodegroups,
      (world, caller) =>
        world.nodegroups
          .filter((nodegroup) => rules.nodegroupRights(world, caller, nodegroup).read)
          .map(({ id }) => id),
    );
    expect(found).toEqual([]);
  });

  it('decide about every resource instance with grants to the caller or to Guest, and about no other', () => {
    const found = differences(
      (verdict) => Object.keys(verdict.grantedResources).toSorted(),
      (world, caller) =>
        world.resources
          .filter((resource) => rules.hasGrants(world, caller, resource))
          .map(({ id }) => id),
    );
    expect(found).toEqual([]);
  });

  it('take the grants of a resource instance: those of the account before those of its groups, before those of Guest', () => {
    const wrong = cases.filter(({ world, caller, verdict }) =>
      world.resources.some(
        (resource) =>
          resource.graphId !== systemSettingsGraph &&
          !rules.isAdministrator(world, caller) &&
          rules.isVisible(world, caller, resource) !==
            (verdict.grantedResources[resource.id] ??
              verdict.visibleResources.includes(resource.id)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('list the visible resource instances', () => {
    const found = differences(
      (verdict) => verdict.visibleResources,
      (world, caller) =>
        world.resources
          .filter((resource) => rules.isVisible(world, caller, resource))
          .map(({ id }) => id),
    );
    expect(found).toEqual([]);
  });

  it('say of every resource instance whether a caller may see, change and delete it', () => {
    const found = differences(
      (verdict) => verdict.resourcePermissions,
      (world, caller) =>
        Object.fromEntries(
          world.resources.map((resource) => {
            const rights = rules.resourceRights(world, caller, resource);
            return [resource.id, [rights.view, rights.change, rights.delete]];
          }),
        ),
    );
    expect(found).toEqual([]);
  });

  it('decide by nodegroups alone in every way about changing and deleting what is seen', () => {
    const byNodegroups = cases.flatMap(({ world, caller, verdict }) =>
      rules.isAdministrator(world, caller) || caller === null
        ? []
        : world.resources
            .filter((resource) => rules.resourceDecision(world, caller, resource) === undefined)
            .map(({ id }) => verdict.resourcePermissions[id]),
    );
    const answers = byNodegroups.flatMap((rights) =>
      rights?.[0] === true ? [rights.slice(1).join()] : [],
    );
    expect(new Set(answers).size).toBe(4);
  });

  it('show a name only to those who may read all that it was built from', () => {
    const found = differences(
      (verdict) => verdict.readableNames.filter((name) => name.startsWith('name')),
      (world, caller) =>
        world.resources
          .filter(({ needs }) => rules.isTextReadable(world, caller, needs))
          .map(({ id }) => `name of ${id}`),
    );
    expect(found).toEqual([]);
  });

  it('show others what it is without the names of others, where they may read that', () => {
    const found = differences(
      (verdict) => verdict.readableNames.filter((name) => name.startsWith('own name')),
      (world, caller) =>
        world.resources
          .filter(
            ({ needs }) =>
              needs.resources.length > 0 &&
              !rules.isTextReadable(world, caller, needs) &&
              rules.isTextReadable(world, caller, rules.ownNeeds(needs)),
          )
          .map(({ id }) => `own name of ${id}`),
    );
    expect(found).toEqual([]);
    expect(cases.some(({ verdict }) => verdict.readableNames.join().includes('own'))).toBe(true);
  });

  it('show provisional edits to their author and to reviewers', () => {
    const found = differences(
      (verdict) => Object.keys(verdict.provisionalEdits ?? {}),
      (world, caller) => rules.readableEditors(world, caller).map(String),
    );
    expect(found).toEqual([]);
  });

  it('know administrators, by their own flag or by that of a group', () => {
    expect(differences((verdict) => verdict.isAdministrator, rules.isAdministrator)).toEqual([]);
  });

  it('know whether there is anything that a caller may read', () => {
    expect(differences((verdict) => verdict.mayReadAnything, rules.mayReadAnything)).toEqual([]);
  });

  it('open the thesaurus to whoever may read by default', () => {
    expect(differences((verdict) => verdict.mayReadThesaurus, rules.mayReadThesaurus)).toEqual([]);
  });
});
