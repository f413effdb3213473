import { describe, expect, it } from 'vitest';

import {
  isOwnProposal,
  ownProposedValues,
  proposeDeletion,
  proposeTile,
  proposeValues,
  withVisibleProposals,
} from '../../../../lib/model/change/proposals.ts';
import { nodes } from '../../json-ld/mill.ts';
import { accountId, now, stored } from './mill-change.ts';

const { appellation, name } = nodes;
const author = { accountId, now };
const otherAccount = 8;
const tile = stored(1, appellation, { [name]: 'Old Mill' });
const burnt = { [name]: 'Burnt Mill' };
const edit = (action: string, value: object) => ({
  value,
  status: 'review',
  action,
  reviewer: null,
  timestamp: now,
  reviewtimestamp: null,
});

describe('the proposals of a tile', () => {
  it('have the format of the Arches platform, with account ids as keys', () => {
    expect(proposeTile(burnt, author)).toEqual({ [accountId]: edit('create', burnt) });
    expect(proposeValues(tile, burnt, author)).toEqual({ [accountId]: edit('update', burnt) });
    expect(proposeDeletion(tile, author)).toEqual({ [accountId]: edit('delete', tile.data) });
  });

  it('stay beside those of other accounts', () => {
    const theirs = { [otherAccount]: edit('update', { [name]: 'Their Mill' }) };
    expect(proposeValues({ ...tile, provisionalEdits: theirs }, burnt, author)).toEqual({
      ...theirs,
      [accountId]: edit('update', burnt),
    });
  });

  it('stay proposals of a new tile when they change', () => {
    const fresh = { ...tile, provisionalEdits: proposeTile({ [name]: 'New' }, author) };
    expect(proposeValues(fresh, burnt, author)).toEqual({ [accountId]: edit('create', burnt) });
  });

  it('do not change if they are already proposed', () => {
    const proposed = { ...tile, provisionalEdits: { [accountId]: edit('update', burnt) } };
    expect(proposeValues(proposed, burnt, author)).toBeUndefined();
    const gone = { ...tile, provisionalEdits: { [accountId]: edit('delete', burnt) } };
    expect(proposeDeletion(gone, author)).toBeUndefined();
    expect(proposeValues(gone, burnt, author)).toBeDefined();
  });

  it('are visible to reviewers and to their author', () => {
    const both = { [accountId]: edit('update', burnt), [otherAccount]: edit('update', {}) };
    const seenBy = (id: number, isReviewer: boolean) =>
      withVisibleProposals({ ...tile, provisionalEdits: both }, { accountId: id, isReviewer })
        .provisionalEdits;
    expect(seenBy(1, true)).toEqual(both);
    expect(seenBy(accountId, false)).toEqual({ [accountId]: both[accountId] });
    expect(seenBy(1, false)).toBeNull();
  });

  it('are the values that their author edits, unless it is a deletion', () => {
    const with_ = (action: string) => ({ provisionalEdits: { [accountId]: edit(action, burnt) } });
    expect(ownProposedValues(with_('update'), accountId)).toEqual(burnt);
    expect(ownProposedValues(with_('create'), accountId)).toEqual(burnt);
    expect(ownProposedValues(with_('delete'), accountId)).toBeUndefined();
    expect(ownProposedValues(with_('update'), otherAccount)).toBeUndefined();
    expect(ownProposedValues({ provisionalEdits: null }, accountId)).toBeUndefined();
  });

  it('are the whole tile if only its author has proposed it', () => {
    const empty = { ...tile, data: { [name]: null }, isProposed: true };
    const own = proposeTile(burnt, author);
    expect(isOwnProposal({ ...empty, provisionalEdits: own }, accountId)).toBe(true);
    expect(isOwnProposal({ ...empty, provisionalEdits: own }, otherAccount)).toBe(false);
    expect(isOwnProposal({ ...tile, provisionalEdits: own }, accountId)).toBe(false);
    const both = { ...own, [otherAccount]: edit('update', {}) };
    expect(isOwnProposal({ ...empty, provisionalEdits: both }, accountId)).toBe(false);
  });
});
