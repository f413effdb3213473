import { runQuery } from '../../../../../lib/data-api/query.ts';
import { hashRandomSecret } from '../../../../../lib/identity/random-secrets.ts';
import {
  listApplications,
  registerApplication,
} from '../../../../../lib/queries/applications/applications.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import { importError, importWarning } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import { sourceName } from '../accounts/source-name.ts';
import type { Source } from '../source.ts';
import { readSourceApplication } from './source-application.ts';

/**
 * Imports the applications of a source, which keep their client ids and secrets. An application whose client id is already stored is not
 * changed. Tokens are not imported, so that all users must sign in again.
 * @param accounts the ids of accounts in this service, by their ids in the source
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseApplications(
  source: Source,
  context: ImportContext,
  accounts: ReadonlyMap<number, number>,
): Promise<ImportResult> {
  const { dataApi, dryRun } = context;
  const storedApplications = await runQuery(dataApi.read, listApplications(null));
  const clientIds = new Set(storedApplications.map(({ clientId }) => clientId));
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
  for (const row of rows) {
    const location = {
      pointer: `/oauth2_provider_application/${row['id']}`,
      record: row['client_id'] ?? '',
    };
    const result = readSourceApplication(row, accounts);
    if (clientIds.has(location.record)) counts.unchanged += 1;
    else if (result.kind === 'refused') {
      counts.leftOut += 1;
      const message = `The application ${row['name'] ?? ''} is left out. ${result.reason}`;
      reportProblems(sourceName, [importError('application_left_out', message, location)], context);
    } else {
      const { owner, clientId, secret, details, getsTokens } = result;
      if (!getsTokens) {
        const message = `The application ${details.name} gets no tokens, because the service does not support its grant type ${details.grantType} yet. Use hds application create to register one with the password grant.`;
        reportProblems(
          sourceName,
          [importWarning('application_without_tokens', message, location)],
          context,
        );
      }
      if (details.grantType === 'client-credentials') {
        const message = `The application ${details.name} acts for itself, with an account that has no rights yet. Use hds group add to give it rights.`;
        reportProblems(
          sourceName,
          [importWarning('application_without_rights', message, location)],
          context,
        );
      }
      const hash = secret === null ? null : hashRandomSecret(secret);
      if (!dryRun)
        await runQuery(dataApi.write, registerApplication(owner, clientId, hash, details));
      counts.created += 1;
    }
  }
  return { subject: 'Applications', read: counts.created + counts.unchanged, ...counts };
}
