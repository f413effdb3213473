import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import {
  deleteApplication,
  registerApplication,
  replaceClientSecret,
  updateApplication,
} from '../../../../../lib/queries/applications/applications.ts';
import { linkApplication } from '../queries/imported-applications.ts';
import type { ApplicationPlan } from './plan-applications.ts';

/** Writes what is planned for an application, with its link to the source, in one transaction. */
export async function writeApplication(
  plan: ApplicationPlan,
  source: string,
  dataApi: DataApi,
): Promise<void> {
  if (plan.kind === 'unchanged' || plan.kind === 'kept' || plan.kind === 'refuse') return;
  await dataApi.transaction(async ({ execute }) => {
    if (plan.kind === 'register') {
      const { owner, clientId, secretHash, details } = plan.application;
      const { applicationId } = await runQuery(
        execute,
        registerApplication(owner, clientId, secretHash, details),
      );
      await runQuery(execute, linkApplication(applicationId, owner, source, plan.digest));
      return;
    }
    const { applicationId, ownerId, clientSecretHash } = plan.stored;
    if (plan.kind === 'delete') {
      await runQuery(execute, deleteApplication(ownerId, applicationId));
      return;
    }
    if (plan.kind === 'link') {
      await runQuery(execute, linkApplication(applicationId, ownerId, source, plan.digest));
      return;
    }
    const { owner, secretHash, details } = plan.application;
    await runQuery(execute, updateApplication(ownerId, applicationId, details, secretHash ?? ''));
    if (secretHash !== null && secretHash !== clientSecretHash)
      await runQuery(execute, replaceClientSecret(ownerId, applicationId, secretHash));
    await runQuery(execute, linkApplication(applicationId, owner, source, plan.digest));
  });
}
