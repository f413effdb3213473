import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import * as other from '../../infra/schema/permission-rules.ts';
import type * as otherWorld from '../../infra/schema/permission-world.ts';
import { groupNames, roles, type People } from './rights.ts';
import * as rules from './rules.ts';
import { mayReadText, textOf } from './texts.ts';
import { nodegroupsOf, type Caller, type Grant, type World } from './world.ts';
import { worlds } from './worlds.ts';

const people: People = {
  accounts: new Map(roles.map((name, index) => [name, 101 + index])),
  groups: new Map(groupNames.map((name, index) => [name, 1 + index])),
};

/** The world as the reference of the permission functions of the database has it. */
function otherwise(world: World): otherWorld.World {
  const grant = ({ on, to, noAccess }: Grant) => ({ on, to, noAccess, delete: false });
  return {
    graphs: world.models.map(({ graphId }) => graphId),
    nodegroups: nodegroupsOf(world),
    groups: world.groups.map((group) => ({
      ...group,
      defaults: { read: group.readsByDefault, write: group.writesByDefault, delete: false },
    })),
    accounts: world.accounts,
    resources: world.resources.map((resource) => ({
      ...resource,
      tileNodegroups: resource.tiles.map(({ nodegroupId }) => nodegroupId),
      needs: textOf(world, resource, 'name', 'en-US') ?? { nodegroups: [], resources: [] },
    })),
    nodegroupGrants: world.nodegroupGrants.map((one) => ({
      ...grant(one),
      read: one.mayRead,
      write: one.mayWrite,
    })),
    resourceGrants: world.resourceGrants.map((one) => ({
      ...grant(one),
      view: one.mayRead,
      change: one.mayWrite,
    })),
    editors: world.accounts.map(({ id }) => id),
  };
}

/** What the plain rules say of everything in a world. */
function told(world: World, caller: Caller) {
  return {
    nodegroups: nodegroupsOf(world).map((one) => rules.mayRead(world, caller, one)),
    resources: world.resources.map((one) => rules.maySee(world, caller, one)),
    writable: nodegroupsOf(world).map((one) => rules.mayWrite(world, caller, one)),
    changes: world.resources.map((one) => rules.mayChange(world, caller, one)),
    deletes: world.resources.map(() => rules.mayDelete(world, caller)),
    names: world.resources.map((one) => {
      const text = textOf(world, one, 'name', 'en-US');
      return text === undefined || mayReadText(world, caller, text);
    }),
    editors: world.accounts
      .map(({ id }) => id)
      .filter((author) => rules.maySeeEdit(world, caller, { author, proposed: '' })),
    thesaurus: rules.mayReadThesaurus(world, caller),
    anything: rules.mayReadAnything(world, caller),
  };
}

/** What the reference says of the same. */
function toldOtherwise(world: otherWorld.World, caller: Caller): ReturnType<typeof told> {
  const id = caller === null ? null : caller.id;
  return {
    nodegroups: world.nodegroups.map((one) => other.nodegroupRights(world, id, one).read),
    resources: world.resources.map((one) => other.isVisible(world, id, one)),
    writable: world.nodegroups.map(
      (one) => id !== null && other.nodegroupRights(world, id, one).write,
    ),
    changes: world.resources.map((one) => other.resourceRights(world, id, one).change),
    deletes: world.resources.map((one) => other.resourceRights(world, id, one).delete),
    names: world.resources.map((one) => other.isTextReadable(world, id, one.needs)),
    editors: [...other.readableEditors(world, id)],
    thesaurus: other.mayReadThesaurus(world, id),
    anything: other.mayReadAnything(world, id),
  };
}

describe('the rules in the plainest words', () => {
  it('say of every caller the same as the reference of the permission functions', () => {
    fc.assert(
      fc.property(worlds(people), (world) => {
        for (const caller of [null, ...world.accounts]) {
          expect(told(world, caller)).toEqual(toldOtherwise(otherwise(world), caller));
        }
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
