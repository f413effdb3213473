import { InvalidArgumentError, type Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import {
  describeAccessChange,
  describeChangeAuthor,
  listChangedFacts,
  type AccessChange,
} from '../../../lib/model/accounts/access-change.ts';
import { listLatestChanges } from '../../../lib/queries/access-changes/latest-changes.ts';
import type { Connection } from '../connection.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';

/** `hds access-changes`: who changed accounts, groups, grants and applications. */
export function accessChangesCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'access-changes',
      'who changed accounts, groups, grants and applications, the newest first',
    ).option('--limit <count>', 'how many changes to list', parseLimit, 50),
    listChanges,
  );
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number from 1 to 9999.');
}

async function listChanges(
  { service }: Connection,
  { limit }: { readonly limit: number },
): Promise<readonly string[]> {
  const changes = await runQuery(service.read, listLatestChanges(limit));
  return changes.length === 0 ? ['No change is recorded.'] : changes.map(formatChange);
}

function formatChange(change: AccessChange): string {
  const facts = listChangedFacts(change);
  const details = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `${change.changedAt} ${describeChangeAuthor(change)}: ${describeAccessChange(change)}${details}`;
}
