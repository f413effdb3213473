import { runQuery } from '../../../../../lib/data-api/query.ts';
import {
  listApplications,
  registerApplication,
} from '../../../../../lib/queries/applications/applications.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { ImportProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import { sourceName } from '../accounts/source-name.ts';
import type { Source } from '../source.ts';
import {
  findImportProblems,
  findStoredProblem,
  leftOutProblem,
  type ApplicationLocation,
} from './application-problems.ts';
import { readSourceApplication } from './source-application.ts';

/**
 * Imports the applications of a source, which keep their client ids and secrets. An application whose client id is already stored is not
 * changed, but reported again if it gets no tokens. Tokens are not imported, so that all users must sign in again.
 * @param accounts the ids of accounts in this service, by their ids in the source
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseApplications(
  source: Source,
  context: ImportContext,
  accounts: ReadonlyMap<number, number>,
): Promise<ImportResult> {
  const { dataApi } = context;
  const storedApplications = new Map(
    (await runQuery(dataApi.read, listApplications(null))).map((stored) => [
      stored.clientId,
      stored,
    ]),
  );
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
  const counts = { created: 0, unchanged: 0, leftOut: 0 };
  const report = (problems: readonly ImportProblem[]): void => {
    if (problems.length > 0) reportProblems(sourceName, problems, context);
  };
  for (const row of rows) {
    const location: ApplicationLocation = {
      pointer: `/oauth2_provider_application/${row['id']}`,
      record: row['client_id'] ?? '',
    };
    const stored = storedApplications.get(location.record);
    if (stored !== undefined) {
      counts.unchanged += 1;
      report(findStoredProblem(stored, location));
      continue;
    }
    const application = readSourceApplication(row, accounts);
    if (application.kind === 'refused') {
      counts.leftOut += 1;
      report([leftOutProblem(row['name'] ?? '', application.reason, location)]);
      continue;
    }
    const { owner, clientId, secretHash, details } = application;
    report(findImportProblems(details, location));
    await runQuery(dataApi.write, registerApplication(owner, clientId, secretHash, details));
    counts.created += 1;
  }
  return { subject: 'Applications', read: counts.created + counts.unchanged, ...counts };
}
