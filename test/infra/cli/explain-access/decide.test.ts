import { describe, expect, it } from 'vitest';

import {
  agreed,
  decideNodegroup,
  decideResource,
  type NodegroupDecision,
  type ResourceDecision,
} from '../../../../infra/cli/explain-access/decide.ts';
import type {
  AccessFacts,
  CallerFacts,
  NodegroupFacts,
  ResourceFacts,
} from '../../../../infra/cli/explain-access/facts.ts';

const nothing = { read: false, write: false, delete: false };
const reading = { ...nothing, read: true };

const caller = (changes: Partial<CallerFacts> = {}): CallerFacts => ({
  kind: 'caller',
  isActive: true,
  isAdministrator: false,
  groups: [],
  mayDoEverything: false,
  isAnonymous: false,
  ...changes,
});

const editors = { name: 'Editors', isAdministrator: false, rights: reading };
const visitors = { name: 'Visitors', isAdministrator: false, rights: nothing };

const nodegroup = (id: string, changes: Partial<NodegroupFacts> = {}): NodegroupFacts => ({
  kind: 'nodegroup',
  id,
  name: `monument/${id}`,
  parentId: null,
  isSystemSettings: false,
  grants: [],
  verdict: nothing,
  isOfGraph: true,
  hasTiles: false,
  ...changes,
});

/** A nodegroup with which the caller may do everything. */
const all = (changes: Partial<NodegroupFacts> = {}): NodegroupFacts =>
  nodegroup('open', {
    grants: [grant(null, { read: true, write: true, delete: true })],
    ...changes,
  });

const grant = (group: string | null, rights = nothing, noAccess = false) => ({
  group,
  rights,
  noAccess,
});

const resource = (...grants: ResourceFacts['grants']): ResourceFacts => ({
  kind: 'resource',
  id: 'one',
  isSystemSettings: false,
  grants,
  verdict: { view: false, change: false, delete: false },
});

const view = { view: true, change: false, delete: false };
const noView = { ...view, view: false };
const resourceGrant = (group: string | null, rights = noView, noAccess = false) => ({
  group,
  rights,
  noAccess,
});

/** Decides about reading the first of some nodegroups. */
function reads(who: CallerFacts, ...nodegroups: readonly NodegroupFacts[]): NodegroupDecision {
  const [first = nodegroup('none')] = nodegroups;
  return decideNodegroup({ caller: who, nodegroups }, first, 'read');
}

function views(
  who: CallerFacts,
  one: ResourceFacts,
  ...nodegroups: readonly NodegroupFacts[]
): ResourceDecision {
  const facts: AccessFacts = { caller: who, resource: one, nodegroups };
  return decideResource(facts, one, 'view');
}

describe('the rule that decides about a nodegroup', () => {
  it('is that the account is deactivated, before anything else', () => {
    const who = caller({ isActive: false, isAdministrator: true });
    expect(reads(who, nodegroup('name', { isSystemSettings: true })).rule).toBe('deactivated');
  });

  it('is that the caller is an administrator, by itself or by a group', () => {
    const closed = nodegroup('name', {
      isSystemSettings: true,
      grants: [grant(null, nothing, true)],
    });
    const group = { ...visitors, isAdministrator: true };
    expect(reads(caller({ isAdministrator: true }), closed)).toMatchObject({
      allows: true,
      by: null,
    });
    expect(reads(caller({ groups: [editors, group] }), closed)).toMatchObject({ by: 'Visitors' });
  });

  it('is never that an anonymous caller is an administrator', () => {
    const guest = caller({ isAnonymous: true, groups: [{ ...visitors, isAdministrator: true }] });
    expect(reads(guest, nodegroup('name')).rule).toBe('closed');
  });

  it('is that it is one of the system settings, whatever is granted', () => {
    const settings = nodegroup('name', { isSystemSettings: true, grants: [grant(null, reading)] });
    expect(reads(caller({ groups: [editors] }), settings).rule).toBe('system settings');
  });

  it('is no_access, of any principal, before every grant and default', () => {
    const one = nodegroup('name', {
      grants: [grant(null, reading), grant('Visitors', nothing, true)],
    });
    const who = caller({ groups: [editors, visitors] });
    expect(reads(who, one)).toEqual({ rule: 'no access', allows: false, of: 'Visitors', on: one });
  });

  it('is no_access on a nodegroup above, at any distance', () => {
    const top = nodegroup('top', { grants: [grant(null, nothing, true)] });
    const middle = nodegroup('middle', { parentId: 'top' });
    const bottom = nodegroup('bottom', { parentId: 'middle', grants: [grant(null, reading)] });
    expect(reads(caller(), bottom, middle, top)).toMatchObject({ rule: 'no access', on: top });
    expect(reads(caller({ groups: [editors] }), top, middle, bottom).allows).toBe(false);
  });

  it('is an explicit grant, and names whose', () => {
    const one = nodegroup('name', { grants: [grant(null), grant('Visitors', reading)] });
    expect(reads(caller({ groups: [visitors] }), one)).toMatchObject({
      rule: 'grant',
      of: 'Visitors',
    });
  });

  it('is the default of a group that has no grant there', () => {
    const one = nodegroup('name', { grants: [grant('Visitors')] });
    const who = caller({ groups: [{ ...visitors, rights: reading }, editors] });
    expect(reads(who, one)).toEqual({ rule: 'default', allows: true, of: 'Editors' });
  });

  it('is that it is closed, and names the groups whose default a grant replaces', () => {
    const one = nodegroup('name', { grants: [grant('Editors')] });
    const who = caller({ groups: [editors, visitors] });
    expect(reads(who, one)).toEqual({ rule: 'closed', allows: false, replaced: ['Editors'] });
    expect(reads(caller(), nodegroup('name'))).toMatchObject({ rule: 'closed', replaced: [] });
  });
});

describe('the rule that decides about a resource instance', () => {
  const readable = nodegroup('name', { grants: [grant(null, reading)] });

  it('is the grant of the account, before those of its groups', () => {
    const closedToGroup = resourceGrant('Editors', noView, true);
    const who = caller({ groups: [editors] });
    expect(views(who, resource(resourceGrant(null, view), closedToGroup))).toMatchObject({
      rule: 'resource grant',
      of: null,
    });
    expect(views(who, resource(resourceGrant(null), resourceGrant('Editors', view)))).toMatchObject(
      {
        rule: 'right not granted',
        of: 'account',
      },
    );
  });

  it('is no_access of a group, before view of another', () => {
    const one = resource(resourceGrant('Editors', view), resourceGrant('Visitors', noView, true));
    expect(views(caller({ groups: [editors, visitors] }), one)).toMatchObject({
      rule: 'no access to resource',
      of: 'Visitors',
    });
  });

  it('is a grant of its groups that does not name the right, though a nodegroup is readable', () => {
    expect(views(caller(), resource(resourceGrant('Editors')), readable)).toMatchObject({
      rule: 'right not granted',
      of: 'groups',
    });
  });

  it('is a nodegroup that can be read, where no grant touches the caller', () => {
    expect(views(caller(), resource(), nodegroup('place'), readable)).toMatchObject({
      rule: 'nodegroup of its graph',
      right: 'read',
      on: readable,
    });
    expect(views(caller(), resource(), nodegroup('place')).rule).toBe('no nodegroup of its graph');
  });

  it('is that nobody changes or deletes what is not visible, whatever is granted', () => {
    const change = { view: false, change: true, delete: true };
    const facts = { caller: caller(), resource: null, nodegroups: [readable] };
    const one = resource(resourceGrant(null, change));
    expect(decideResource(facts, one, 'change')).toEqual({ rule: 'not visible', allows: false });
  });

  it('is that nobody changes or deletes without a token, whatever Guest may', () => {
    const facts = { caller: caller({ isAnonymous: true }), resource: null, nodegroups: [all()] };
    expect(decideResource(facts, resource(), 'view').allows).toBe(true);
    expect(decideResource(facts, resource(), 'delete').rule).toBe('anonymous');
  });
});

describe('the rule that decides about changing and deleting, where no grant touches the caller', () => {
  const decide = (right: 'change' | 'delete', ...nodegroups: readonly NodegroupFacts[]) =>
    decideResource({ caller: caller(), resource: null, nodegroups }, resource(), right);
  const readable = nodegroup('name', { grants: [grant(null, reading)] });

  it('is a nodegroup of its graph with that right', () => {
    const open = all();
    expect(decide('change', readable, open)).toMatchObject({ allows: true, on: open });
    expect(decide('delete', readable, open)).toMatchObject({ allows: true, on: open });
    expect(decide('change', readable)).toMatchObject({
      rule: 'no nodegroup of its graph',
      right: 'write',
    });
  });

  it('is no nodegroup of another graph', () => {
    const other = all({ isOfGraph: false, hasTiles: true });
    expect(decide('change', readable, other).allows).toBe(false);
    expect(decide('delete', readable, other).allows).toBe(false);
  });

  it('is that there are tiles of a nodegroup that cannot be deleted', () => {
    const withTiles = nodegroup('note', { hasTiles: true, grants: [grant(null, reading)] });
    expect(decide('delete', all(), withTiles)).toEqual({
      rule: 'tiles that stay',
      allows: false,
      on: withTiles,
    });
    expect(decide('change', all(), withTiles).allows).toBe(true);
  });
});

describe('a decision that is not what the service says', () => {
  it('is not told', () => {
    const decision = { rule: 'closed', allows: false, replaced: [] } as const;
    expect(agreed(decision, false)).toBe(decision);
    expect(() => agreed(decision, true)).toThrow('The service allows this');
  });
});
