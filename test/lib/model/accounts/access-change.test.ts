import { describe, expect, it } from 'vitest';

import {
  describeAccessChange,
  describeChangeAuthor,
  listChangedFacts,
  type AccessChange,
} from '../../../../lib/model/accounts/access-change.ts';

const change: AccessChange = {
  changedAt: '2026-11-30T09:12:44Z',
  author: 'jdoe',
  isByAccount: false,
  event: 'group-changed',
  target: 'Guest',
  before: { rights: [], is_administrator: false },
  after: { rights: ['read', 'history'], is_administrator: false },
};

describe('the text of a change', () => {
  it('says what was changed, and by whom', () => {
    expect(describeAccessChange(change)).toBe('Changed the group Guest');
    expect(describeChangeAuthor(change)).toBe('operator jdoe');
    expect(describeChangeAuthor({ ...change, isByAccount: true })).toBe('jdoe');
  });

  it('has the name of an event that a later version has recorded', () => {
    expect(describeAccessChange({ ...change, event: 'group-renamed' })).toBe('group-renamed Guest');
  });

  it('lists only what is different, before and after', () => {
    expect(listChangedFacts(change)).toEqual(['rights: none → read, history']);
  });

  it('lists everything that a new or a deleted target has', () => {
    const target = { rights: ['read', 'delete'], redirect_uris: [], secret: null, members: 2 };
    const facts = ['rights: read, delete', 'redirect uris: none', 'members: 2'];
    expect(listChangedFacts({ ...change, before: null, after: target })).toEqual(facts);
    expect(listChangedFacts({ ...change, before: target, after: null })).toEqual(facts);
  });
});
