import type { ShownChange, ShownEdit } from '../../queries/resources/resource-history-content.ts';
import type { PlainKey, Words } from '../words/words.ts';

const keysByType: Readonly<Record<string, PlainKey>> = {
  create: 'edits.create',
  delete: 'edits.delete',
  'tile create': 'edits.tile-create',
  'tile edit': 'edits.tile-edit',
  'tile delete': 'edits.tile-delete',
  'relation delete': 'edits.relation-delete',
  'state edit': 'edits.state-edit',
};

const keysOfNewProposals: Readonly<Record<string, PlainKey>> = {
  create: 'edits.addition-proposed',
  update: 'edits.change-proposed',
  delete: 'edits.deletion-proposed',
};

/** What a change did, and who made the proposal that it concerns. */
export function changeTitle(
  { outcome, action, author, authorId }: ShownChange,
  edit: ShownEdit,
  words: Words,
): string {
  if (outcome === null) {
    const key = keysByType[edit.type];
    return key === undefined ? edit.type : words.text(key);
  }
  if (outcome === 'made')
    return words.text(keysOfNewProposals[action ?? ''] ?? 'edits.change-proposed');
  return authorId === String(edit.accountId)
    ? words.text(`edits.own-proposal.${outcome}`)
    : words.text(`edits.proposal.${outcome}`, {
        author: author ?? words.text('edits.unknown-author'),
      });
}
