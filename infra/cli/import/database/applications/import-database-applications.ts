import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listLinkedApplications } from '../queries/imported-applications.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { ImportResult } from '../../import-summary.ts';
import { sourceName } from '../accounts/source-name.ts';
import type { DatabaseSource } from '../database-source.ts';
import { findPlanProblems, type ApplicationLocation } from './application-problems.ts';
import {
  planApplication,
  planFormerApplication,
  type ApplicationPlan,
} from './plan-applications.ts';
import { writeApplication } from './write-application.ts';

/**
 * Imports the applications of a source, which keep their client ids and secrets. Stored ones follow the source, unless they were changed
 * in this service. Tokens are not imported, so that all users must sign in again; a change of an application invalidates its tokens.
 * @param accounts the ids of accounts in this service, by their ids in the source
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseApplications(
  { source, identity }: Pick<DatabaseSource, 'source' | 'identity'>,
  context: ImportContext,
  accounts: ReadonlyMap<number, number>,
  undoesChanges: boolean,
): Promise<ImportResult> {
  const { dataApi } = context;
  const linked = await runQuery(dataApi.read, listLinkedApplications());
  const storedApplications = new Map(linked.map((stored) => [stored.clientId, stored]));
  const rows = await source.read(`select
  id,
  name,
  client_id,
  client_secret,
  client_type,
  authorization_grant_type,
  redirect_uris,
  user_id
from oauth2_provider_application
order by id`);
  const counts = new Map<ApplicationPlan['kind'], number>();
  const apply = async (plan: ApplicationPlan, location: ApplicationLocation, name: string) => {
    counts.set(plan.kind, (counts.get(plan.kind) ?? 0) + 1);
    const problems = findPlanProblems(plan, location, name);
    if (problems.length > 0) reportProblems(sourceName, problems, context);
    await writeApplication(plan, identity, dataApi);
  };
  for (const row of rows) {
    const clientId = row['client_id'] ?? '';
    const stored = storedApplications.get(clientId);
    storedApplications.delete(clientId);
    await apply(
      planApplication(row, stored, accounts, undoesChanges),
      { pointer: `/oauth2_provider_application/${row['id']}`, record: clientId },
      row['name'] ?? '',
    );
  }
  for (const stored of storedApplications.values()) {
    if (stored.digest === null) continue;
    const location = { pointer: '', record: stored.clientId };
    await apply(planFormerApplication(stored, undoesChanges), location, stored.name);
  }
  return summarize(rows.length, counts);
}

function summarize(
  read: number,
  counts: ReadonlyMap<ApplicationPlan['kind'], number>,
): ImportResult {
  const count = (...kinds: readonly ApplicationPlan['kind'][]): number =>
    kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  return {
    subject: 'Applications',
    read: read - count('refuse'),
    created: count('register'),
    updated: count('update', 'delete'),
    unchanged: count('unchanged', 'link', 'kept'),
    leftOut: count('refuse'),
  };
}
