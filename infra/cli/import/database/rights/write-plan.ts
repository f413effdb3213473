import { runQuery, type Execute } from '../../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import {
  mergeImportedDefaults,
  mergeImportedMembers,
  type ChangedDefaults,
} from '../../../../queries/imported-groups.ts';
import type { ImportContext } from '../../import-context.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import { sourceName, type ImportedIds } from '../accounts/import-database-accounts.ts';
import type { SourcePrincipals } from './callers.ts';
import { GrantCounts } from './grant-counts.ts';
import { mergeGrants, toTargetGrants } from './merge-grants.ts';
import type { NodegroupPlace } from './nodegroup-facts.ts';
import type { Principal } from './our-rule.ts';
import type { RightsPlan } from './plan-rights.ts';
import { everyoneId } from './resource-rules.ts';
import { rightsText, type NamedRights, type Rights } from './right-sets.ts';

/** What is written: the plan, with ids here. */
type PlannedRights = {
  readonly plan: RightsPlan;
  readonly principals: SourcePrincipals;
  readonly nodegroups: readonly NodegroupPlace[];
  readonly ids: ImportedIds;
};

type WrittenRights = {
  readonly counts: GrantCounts;
  readonly members: ImportResult;
  readonly problems: readonly FileProblem[];
};

const accountsPerStatement = 1000;

/** Writes the grants of nodegroups, the defaults of groups and the memberships in one transaction. A dry run only counts them. */
export async function writePlan(
  { plan: { defaults, grants }, principals, nodegroups, ids }: PlannedRights,
  { dataApi, dryRun }: ImportContext,
  allowsDeletions: boolean,
): Promise<WrittenRights> {
  const counts = new GrantCounts();
  const targets = nodegroups.map(({ id }) => {
    const ofNodegroup = grants.get(id) ?? new Map<Principal, NamedRights>();
    counts.addPlanned(ofNodegroup.size);
    return toTargetGrants(id, ofNodegroup, ids);
  });
  const members = listMembers(principals, ids);
  const read = members.reduce((sum, { rows }) => sum + rows.length, 0);
  if (dryRun) return { counts, members: { subject: 'Memberships', read }, problems: [] };
  return dataApi.transaction(async ({ execute }) => {
    await mergeGrants(execute, 'nodegroup', targets, allowsDeletions, counts);
    const changed = await runQuery(execute, mergeImportedDefaults(toDefaultRows(defaults, ids)));
    const { problems, ...written } = await mergeMembers(execute, members, allowsDeletions);
    return {
      counts,
      members: { subject: 'Memberships', read, ...written },
      problems: [...changed.map(defaultsProblem), ...problems],
    };
  });
}

function toDefaultRows(defaults: ReadonlyMap<number, Rights>, { groups }: ImportedIds) {
  return [...groups].flatMap(([group, account_group_id]) => {
    const rights = defaults.get(group);
    if (rights === undefined) return [];
    return [
      {
        account_group_id,
        can_read: rights.has('read'),
        can_write: rights.has('write'),
        can_delete: rights.has('delete'),
        imported_defaults: rightsText(rights),
      },
    ];
  });
}

function defaultsProblem({ name, before, imported, isKept }: ChangedDefaults): FileProblem {
  const message = isKept
    ? `By default the group ${name} may do here, as it was set here: ${before}; in the source: ${imported}. It stays.`
    : `By default the group ${name} may now do: ${imported}; before: ${before}.`;
  const code = isKept ? 'defaults_kept' : 'defaults_changed';
  return { ...importWarning(code, message, { record: name }), file: sourceName };
}

/** An account with its memberships in groups. */
type Member = {
  readonly account: number;
  readonly rows: readonly { readonly account_id: number; readonly account_group_id: number }[];
};

/** Superusers are administrators by themselves, and so need not be in the group of all imported accounts. */
function listMembers(
  { users }: SourcePrincipals,
  { accounts, groups }: ImportedIds,
): readonly Member[] {
  return users.flatMap(({ id, isSuperuser, groups: ofUser }) => {
    const account = accounts.get(id);
    if (account === undefined) return [];
    const rows = [...ofUser, ...(isSuperuser ? [] : [everyoneId])].flatMap((group) => {
      const account_group_id = groups.get(group);
      return account_group_id === undefined ? [] : [{ account_id: account, account_group_id }];
    });
    return [{ account, rows }];
  });
}

async function mergeMembers(
  execute: Execute,
  members: readonly Member[],
  allowsDeletions: boolean,
): Promise<{
  readonly created: number;
  readonly changes: number;
  readonly problems: readonly FileProblem[];
}> {
  let created = 0;
  let removed = 0;
  const keptIn = new Set<string>();
  for (const batch of splitIntoBatches(members, accountsPerStatement)) {
    const accounts = batch.map(({ account }) => account);
    const rows = batch.flatMap(({ rows: ofAccount }) => ofAccount);
    const merged = await runQuery(execute, mergeImportedMembers(accounts, rows, allowsDeletions));
    created += merged.created;
    removed += merged.removed;
    for (const name of merged.keptObsolete) keptIn.add(name);
  }
  const problems = [...keptIn].map((name) => {
    const message = `Accounts are no longer in the group ${name} in the source. They stay members, because the group has grants that close: --allow-deletions removes them.`;
    return {
      ...importWarning('deletion_not_allowed', message, { record: name }),
      file: sourceName,
    };
  });
  return { created, changes: created + removed, problems };
}
