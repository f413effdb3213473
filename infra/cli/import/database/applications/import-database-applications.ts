import { runQuery } from '../../../../../lib/data-api/query.ts';
import { hashRandomSecret } from '../../../../../lib/identity/random-secrets.ts';
import {
  listApplications,
  registerApplication,
} from '../../../../../lib/queries/applications/applications.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import { importError, importWarning } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import { sourceName } from '../accounts/import-database-accounts.ts';
import type { Source } from '../source.ts';
import { readSourceApplication } from './source-application.ts';

/**
 * Imports the applications of a source, which keep their client ids and secrets. Tokens are not imported: people sign in again. An application
 * whose client id is here already stays as it is.
 * @param accounts ids of accounts here by their ids in the source
 * @throws ImportStopped in a strict import
 */
export async function importDatabaseApplications(
  source: Source,
  context: ImportContext,
  accounts: ReadonlyMap<number, number>,
): Promise<ImportResult> {
  const { dataApi, dryRun } = context;
  const stored = await runQuery(dataApi.read, listApplications(null));
  const clientIds = new Set(stored.map(({ clientId }) => clientId));
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
    const at = {
      pointer: `/oauth2_provider_application/${row['id']}`,
      record: row['client_id'] ?? '',
    };
    const read = readSourceApplication(row, accounts);
    if (clientIds.has(at.record)) counts.unchanged += 1;
    else if (read.kind === 'refused') {
      counts.leftOut += 1;
      const message = `The application ${row['name'] ?? ''} is left out. ${read.reason}`;
      reportProblems(sourceName, [importError('application_left_out', message, at)], context);
    } else {
      const { owner, clientId, secret, details } = read;
      if (details.grantType === 'client-credentials') {
        const message = `The application ${details.name} acts as an account of its own, which is in no group: hds group add gives it rights.`;
        reportProblems(
          sourceName,
          [importWarning('application_without_rights', message, at)],
          context,
        );
      }
      const hash = secret === null ? null : hashRandomSecret(secret);
      if (!dryRun)
        await runQuery(dataApi.write, registerApplication(owner, clientId, hash, details));
      counts.created += 1;
    }
  }
  const { created, ...others } = counts;
  return {
    subject: 'Applications',
    read: created + counts.unchanged,
    created: dryRun ? 0 : created,
    ...others,
  };
}
