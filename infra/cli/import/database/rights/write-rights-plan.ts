import { runQuery, type Execute } from '../../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import {
  mergeImportedDefaults,
  mergeImportedMembers,
  type ChangedDefaults,
} from '../queries/imported-groups.ts';
import type { ImportContext } from '../../import-context.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import { describeEndedSessions } from '../accounts/describe-ended-sessions.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import { sourceName } from '../accounts/source-name.ts';
import type { SourcePrincipals } from './source-principals.ts';
import { GrantCounts } from './grant-counts.ts';
import { mergeGrants, toTargetGrants } from './merge-grants.ts';
import type { NodegroupSummary } from './nodegroup-facts.ts';
import type { Principal } from './service-rule.ts';
import type { RightsPlan } from './plan-rights.ts';
import type { RightsOptions } from './rights-options.ts';
import { everyoneId } from './resource-rules.ts';
import { rightsText, type GrantedRights, type Rights } from './right-sets.ts';

/** The plan, and the ids by which the principals of the source are stored. */
type PlannedRights = {
  readonly plan: RightsPlan;
  readonly principals: SourcePrincipals;
  readonly nodegroups: readonly NodegroupSummary[];
  readonly ids: ImportedIds;
};

type WrittenRights = {
  readonly counts: GrantCounts;
  readonly members: ImportResult;
  readonly problems: readonly FileProblem[];
};

const accountsPerStatement = 1000;

/** Writes the grants on nodegroups, the defaults of groups and the memberships in one transaction. */
export async function writeRightsPlan(
  { plan: { defaults, grants }, principals, nodegroups, ids }: PlannedRights,
  { dataApi }: ImportContext,
  { undoesChanges, foreseen }: Pick<RightsOptions, 'undoesChanges' | 'foreseen'>,
): Promise<WrittenRights> {
  const counts = new GrantCounts(foreseen);
  const targets = nodegroups.map(({ id }) => {
    const nodegroupGrants = grants.get(id) ?? new Map<Principal, GrantedRights>();
    counts.addPlanned(nodegroupGrants.size);
    return toTargetGrants(id, nodegroupGrants, ids);
  });
  const members = listMembers(principals, ids);
  const memberCount = members.reduce((sum, { rows }) => sum + rows.length, 0);
  return dataApi.transaction(async ({ execute }) => {
    const options = { keepsObsolete: false, undoesChanges };
    await mergeGrants(execute, 'nodegroup', targets, options, counts);
    const changedDefaults = await runQuery(
      execute,
      mergeImportedDefaults(toDefaultRows(defaults, ids), undoesChanges),
    );
    const written = await mergeMembers(execute, members, ids, undoesChanges);
    return {
      counts,
      members: { subject: 'Memberships', read: memberCount, ...written },
      problems: changedDefaults.map(makeChangedDefaultsWarning),
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

function makeChangedDefaultsWarning({
  name,
  before,
  imported,
  isKept,
}: ChangedDefaults): FileProblem {
  const message = isKept
    ? `The defaults of the group ${name} were changed in this service to: ${before}. They are kept; in the source they are: ${imported}. Use hds group defaults to change them, or import with --undo-account-changes.`
    : `The defaults of the group ${name} are now: ${imported}. Before they were: ${before}.`;
  const code = isKept ? 'defaults_kept' : 'defaults_changed';
  return { ...importWarning(code, message, { record: name }), file: sourceName };
}

/** An account with its memberships in groups. */
type Member = {
  readonly account: number;
  readonly rows: readonly { readonly account_id: number; readonly account_group_id: number }[];
};

/**
 * Lists the memberships of the accounts; one that the source no longer has is in no group. Superusers need not be in the group of all
 * imported accounts: they may do everything.
 */
function listMembers(
  { users }: SourcePrincipals,
  { accounts, groups }: ImportedIds,
): readonly Member[] {
  const usersById = new Map(users.map((user) => [user.id, user]));
  return [...accounts].map(([id, account]) => {
    const user = usersById.get(id);
    const groupsInSource =
      user === undefined ? [] : [...user.groups, ...(user.isSuperuser ? [] : [everyoneId])];
    const rows = groupsInSource.flatMap((group) => {
      const account_group_id = groups.get(group);
      return account_group_id === undefined ? [] : [{ account_id: account, account_group_id }];
    });
    return { account, rows };
  });
}

async function mergeMembers(
  execute: Execute,
  members: readonly Member[],
  { groups }: ImportedIds,
  undoesChanges: boolean,
): Promise<Pick<ImportResult, 'created' | 'changes' | 'notes'>> {
  let created = 0;
  let removed = 0;
  const ended = { tokens: 0, sessions: 0 };
  for (const batch of splitIntoBatches(members, accountsPerStatement)) {
    const accounts = batch.map(({ account }) => account);
    const rows = batch.flatMap((member) => member.rows);
    const merged = await runQuery(
      execute,
      mergeImportedMembers(accounts, [...groups.values()], rows, undoesChanges),
    );
    created += merged.created;
    removed += merged.removed;
    ended.tokens += merged.ended.tokens;
    ended.sessions += merged.ended.sessions;
  }
  return { created, changes: created + removed, notes: describeEndedSessions(ended) };
}
