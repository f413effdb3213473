import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../../lib/queries/resources.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { askDatabase, writeWorld, type Verdict } from './permission-rows.ts';
import * as rules from './permission-rules.ts';
import { callers, worlds, type World } from './permission-world.ts';

type Case = { readonly world: World; readonly caller: Caller; readonly verdict: Verdict };

/** Every caller of many worlds, with what the database says of each. */
const cases: Case[] = [];

beforeAll(async () => {
  const stack = await openTestStack();
  for (const world of fc.sample(worlds, 60)) cases.push(...(await casesOf(world, stack)));
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

/** Holds what the database says against the rules, for every caller of every world. */
function compare<Aspect>(
  ofDatabase: (verdict: Verdict) => Aspect,
  byRules: (world: World, caller: Caller) => Aspect,
): void {
  expect(cases.length).toBeGreaterThan(200);
  for (const { world, caller, verdict } of cases) {
    expect({ world, caller, decision: ofDatabase(verdict) }).toStrictEqual({
      world,
      caller,
      decision: byRules(world, caller),
    });
  }
}

describe('the permission functions of the database', () => {
  it('give each nodegroup the rights of the defaults, grants and no_access that touch the caller', () =>
    compare(
      (verdict) => verdict.nodegroupRights,
      (world, caller) =>
        Object.fromEntries(
          world.nodegroups.map((nodegroup) => {
            const rights = rules.nodegroupRights(world, caller, nodegroup);
            return [nodegroup.id, [rights.read, rights.write, rights.delete]];
          }),
        ),
    ));

  it('list the readable nodegroups', () =>
    compare(
      (verdict) => verdict.readableNodegroups,
      (world, caller) =>
        world.nodegroups
          .filter((nodegroup) => rules.nodegroupRights(world, caller, nodegroup).read)
          .map(({ id }) => id),
    ));

  it('take the grants of a resource instance: those of the account before those of its groups', () =>
    compare(
      (verdict) => verdict.resourceDecisions,
      (world, caller) =>
        Object.fromEntries(
          world.resources.flatMap((resource) => {
            const decision = rules.resourceDecision(world, caller, resource);
            return decision === undefined
              ? []
              : [[resource.id, [decision.view, decision.change, decision.delete]]];
          }),
        ),
    ));

  it('list the visible resource instances', () =>
    compare(
      (verdict) => verdict.visibleResources,
      (world, caller) =>
        world.resources
          .filter((resource) => rules.isVisible(world, caller, resource))
          .map(({ id }) => id),
    ));

  it('show a name only to those who may read all that it was built from', () =>
    compare(
      (verdict) => verdict.readableNames,
      (world, caller) =>
        world.resources
          .filter(({ needs }) => rules.isTextReadable(world, caller, needs))
          .map(({ id }) => id),
    ));

  it('show provisional edits to their author and to reviewers', () =>
    compare(
      (verdict) => Object.keys(verdict.provisionalEdits ?? {}),
      (world, caller) => rules.readableEditors(world, caller).map(String),
    ));

  it('know administrators, by their own flag or by that of a group', () =>
    compare((verdict) => verdict.isAdministrator, rules.isAdministrator));

  it('know whether there is anything that a caller may read', () =>
    compare((verdict) => verdict.mayReadAnything, rules.mayReadAnything));

  it('open the thesaurus to whoever may read by default', () =>
    compare((verdict) => verdict.mayReadThesaurus, rules.mayReadThesaurus));
});
