import { describe, expect, it } from 'vitest';

import {
  isOwnProposal,
  ownProposedValues,
  proposeDeletion,
  proposeTile,
  proposeValues,
  selectUnreadableProposals,
  withVisibleProposals,
} from '../../../../lib/model/change/proposals.ts';
import { nodes } from '../../json-ld/mill.ts';
import { accountId, now, storedTile } from './mill-change.ts';

const { appellation, name } = nodes;
const author = { accountId, now };
const otherAccount = 8;
const tile = storedTile(1, appellation, { [name]: 'Old Mill' });
const newValues = { [name]: 'Burnt Mill' };
const createEdit = (action: string, value: object) => ({
  value,
  status: 'review',
  action,
  reviewer: null,
  timestamp: now,
  reviewtimestamp: null,
});

describe('the proposals of a tile', () => {
  it('have the format of the Arches platform, with account ids as keys', () => {
    expect(proposeTile(newValues, author)).toEqual({
      [accountId]: createEdit('create', newValues),
    });
    expect(proposeValues(tile, newValues, author)).toEqual({
      [accountId]: createEdit('update', newValues),
    });
    expect(proposeDeletion(tile, author)).toEqual({ [accountId]: createEdit('delete', tile.data) });
  });

  it('are stored beside the proposals of other accounts', () => {
    const otherEdits = { [otherAccount]: createEdit('update', { [name]: 'Their Mill' }) };
    expect(proposeValues({ ...tile, provisionalEdits: otherEdits }, newValues, author)).toEqual({
      ...otherEdits,
      [accountId]: createEdit('update', newValues),
    });
  });

  it('keep the action create when the values of a proposed new tile change', () => {
    const newTile = { ...tile, provisionalEdits: proposeTile({ [name]: 'New' }, author) };
    expect(proposeValues(newTile, newValues, author)).toEqual({
      [accountId]: createEdit('create', newValues),
    });
  });

  it('do not change if the same values or the deletion are proposed again', () => {
    const tileWithProposal = {
      ...tile,
      provisionalEdits: { [accountId]: createEdit('update', newValues) },
    };
    expect(proposeValues(tileWithProposal, newValues, author)).toBeUndefined();
    const tileToDelete = {
      ...tile,
      provisionalEdits: { [accountId]: createEdit('delete', newValues) },
    };
    expect(proposeDeletion(tileToDelete, author)).toBeUndefined();
    expect(proposeValues(tileToDelete, newValues, author)).toBeDefined();
  });

  it('keep earlier values of nodes that their author can no longer read', () => {
    const proposedName = createEdit('update', { ...newValues, moved: 'behind the wall' });
    const tileWithMovedNode = {
      ...tile,
      provisionalEdits: { [accountId]: proposedName },
      unreadableNodes: ['moved'],
    };
    const laterValues = { [name]: 'Rebuilt Mill' };
    expect(proposeValues(tileWithMovedNode, laterValues, author)).toEqual({
      [accountId]: createEdit('update', { ...laterValues, moved: 'behind the wall' }),
    });
    expect(proposeValues(tileWithMovedNode, newValues, author)).toBeUndefined();
  });

  it('are visible to reviewers and to their author', () => {
    const editsOfBoth = {
      [accountId]: createEdit('update', newValues),
      [otherAccount]: createEdit('update', {}),
    };
    const readVisibleProposals = (id: number, isReviewer: boolean) =>
      withVisibleProposals(
        { ...tile, provisionalEdits: editsOfBoth },
        { accountId: id, isReviewer },
      ).provisionalEdits;
    expect(readVisibleProposals(1, true)).toEqual(editsOfBoth);
    expect(readVisibleProposals(accountId, false)).toEqual({ [accountId]: editsOfBoth[accountId] });
    expect(readVisibleProposals(1, false)).toBeNull();
  });

  it('replace the stored values for their author, except a proposed deletion', () => {
    const createTileWithEdit = (action: string) => ({
      provisionalEdits: { [accountId]: createEdit(action, newValues) },
    });
    expect(ownProposedValues(createTileWithEdit('update'), accountId)).toEqual(newValues);
    expect(ownProposedValues(createTileWithEdit('create'), accountId)).toEqual(newValues);
    expect(ownProposedValues(createTileWithEdit('delete'), accountId)).toBeUndefined();
    expect(ownProposedValues(createTileWithEdit('update'), otherAccount)).toBeUndefined();
    expect(ownProposedValues({ provisionalEdits: null }, accountId)).toBeUndefined();
  });

  it('count as the own proposal of an account if only this account has proposed the tile', () => {
    const emptyTile = { ...tile, data: { [name]: null }, isProposed: true };
    const ownEdits = proposeTile(newValues, author);
    expect(isOwnProposal({ ...emptyTile, provisionalEdits: ownEdits }, accountId)).toBe(true);
    expect(isOwnProposal({ ...emptyTile, provisionalEdits: ownEdits }, otherAccount)).toBe(false);
    expect(isOwnProposal({ ...tile, provisionalEdits: ownEdits }, accountId)).toBe(false);
    const editsOfBoth = { ...ownEdits, [otherAccount]: createEdit('update', {}) };
    expect(isOwnProposal({ ...emptyTile, provisionalEdits: editsOfBoth }, accountId)).toBe(false);
  });

  it('are kept for nodes that a reviewer cannot read, without readable values and without deletions', () => {
    const hidden = { ...newValues, moved: 'behind the wall' };
    const provisionalEdits = {
      [accountId]: createEdit('update', hidden),
      [otherAccount]: createEdit('delete', hidden),
      9: createEdit('update', newValues),
    };
    expect(
      selectUnreadableProposals({ ...tile, provisionalEdits, unreadableNodes: ['moved'] }),
    ).toEqual({
      [accountId]: createEdit('update', { moved: 'behind the wall' }),
    });
  });
});
