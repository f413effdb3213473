import type { RightsOptions } from './rights-options.ts';
import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import { createGroup } from '../../../accounts/queries/groups.ts';
import { listLinkedAccounts } from '../queries/imported-accounts.ts';
import { listNodegroupParents } from '../queries/nodegroup-parents.ts';
import { systemSettingsGraphId } from '../../package/detect-content.ts';
import { listStoredGroups } from '../../accounts/queries/write-accounts.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { FileProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import type { ImportedIds } from '../accounts/imported-ids.ts';
import type { DatabaseSource } from '../database-source.ts';
import { hasLifeCycles } from '../release.ts';
import { HttpWriters } from './http-writers.ts';
import { makeDifferenceWarnings } from './describe-differences.ts';
import type { Difference } from './differences.ts';
import { importResourceGrants, removeObsoleteResourceGrants } from './import-resource-grants.ts';
import type { NodegroupSummary } from './nodegroup-facts.ts';
import { planRights } from './plan-rights.ts';
import { readSourcePrincipals } from './read-source-principals.ts';
import { readNodegroupRows } from './read-source-rows.ts';
import { importStateExemptions } from './state-exemptions.ts';
import { absentGuestId, everyoneId, type Framework } from './resource-rules.ts';
import { writeRightsPlan } from './write-rights-plan.ts';

/** Imported accounts and groups, and the release of their source. */
type RightsSource = Pick<DatabaseSource, 'source' | 'release'>;

/** The name of the group of all imported accounts, which exists only if the source denies everything by default. */
const everyoneName = 'Imported accounts';

/**
 * Imports the defaults of groups, memberships, and grants on nodegroups and resource instances. Nobody gets more rights than in the source,
 * except that every account may read what Guest may read; the report contains every difference with its reason. Grants that were made in
 * this service are kept. Grants on resource instances, which may close data, come first, and those that the source no longer has go last,
 * so that nothing is open in between.
 * @param context in a dry run, that of a rehearsal
 * @param ids the result of `importDatabaseAccounts`
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseRights(
  { source, release }: RightsSource,
  context: ImportContext,
  ids: ImportedIds,
  options: RightsOptions,
): Promise<{
  readonly results: readonly ImportResult[];
  readonly differences: readonly Difference[];
}> {
  const { permissions: framework, opensGuest } = options;
  const report = (problems: readonly FileProblem[]): void => {
    for (const { file, ...problem } of problems) reportProblems(file, [problem], context);
  };
  const principals = await readSourcePrincipals(source);
  const nodegroups = await readNodegroupSummaries(context.dataApi, options.foreseen?.graphs ?? []);
  const plan = planRights(principals, nodegroups, await readNodegroupRows(source), opensGuest);
  const allIds = await addServiceGroups(ids, context, framework);
  const activeNames = await listActiveNames(ids, context);
  report(makeDifferenceWarnings(plan.differences, activeNames));
  const rules = {
    principals,
    usersById: new Map(principals.users.map((user) => [user.id, user])),
    httpWriters: new HttpWriters(principals),
    framework,
    opensGuest,
    ownersKeepRights: hasLifeCycles(release),
  };
  const resources = await importResourceGrants(source, context, allIds, rules, options);
  report(resources.differences.makeWarnings());
  report(resources.counts.makeKeptGrantWarnings('resource instance'));
  const { counts, problems, members } = await writeRightsPlan(
    { plan, principals, nodegroups, ids: allIds },
    context,
    options,
  );
  await removeObsoleteResourceGrants(resources.counts, context.dataApi);
  report([...counts.makeKeptGrantWarnings('nodegroup'), ...problems]);
  if (hasLifeCycles(release)) await importStateExemptions(source, context, allIds);
  return {
    results: [
      members,
      counts.toImportResult('Grants of nodegroups'),
      resources.counts.toImportResult('Grants of resource instances'),
    ],
    differences: plan.differences,
  };
}

/** Adds the ids of the groups of this service that the source does not have, and creates the group of all imported accounts if needed. */
async function addServiceGroups(
  ids: ImportedIds,
  { dataApi }: ImportContext,
  framework: Framework,
): Promise<ImportedIds> {
  if (framework === 'default-deny') await runQuery(dataApi.write, createGroup(everyoneName));
  const groups = await runQuery(dataApi.read, listStoredGroups());
  const findGroupId = (name: string): number | undefined =>
    groups.find((group) => group.name === name)?.id;
  const everyone = findGroupId(everyoneName);
  const guest = findGroupId('Guest');
  return {
    ...ids,
    groups: new Map([
      ...ids.groups,
      ...(everyone === undefined ? [] : [[everyoneId, everyone] as const]),
      ...(guest === undefined ? [] : [[absentGuestId, guest] as const]),
    ]),
  };
}

/** Lists the usernames of imported accounts that are active in this service. */
async function listActiveNames(
  { accounts }: ImportedIds,
  { dataApi }: ImportContext,
): Promise<ReadonlySet<string>> {
  const linked = await runQuery(dataApi.read, listLinkedAccounts());
  const ids = new Set(accounts.values());
  return new Set(
    linked.filter(({ id, isActive }) => isActive && ids.has(id)).map(({ username }) => username),
  );
}

/** Reads the nodegroups of this service. @param foreseen the graphs that a dry run does not store, which replace their stored versions */
async function readNodegroupSummaries(
  dataApi: DataApi,
  foreseen: readonly CompiledGraph[],
): Promise<readonly NodegroupSummary[]> {
  const stored = await runQuery(dataApi.read, listNodegroupParents());
  const foreseenNodegroups = foreseen.flatMap(({ graphId, nodegroups }) =>
    nodegroups.map(({ nodegroupId, parentNodegroupId }) => ({
      id: nodegroupId,
      parentId: parentNodegroupId,
      isOfSystemSettings: graphId === systemSettingsGraphId,
    })),
  );
  const byId = new Map<string, NodegroupSummary>(
    [...stored, ...foreseenNodegroups].map((nodegroup) => [nodegroup.id, nodegroup]),
  );
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
