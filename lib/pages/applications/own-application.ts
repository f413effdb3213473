import type { Application } from '../../model/accounts/application.ts';
import type { BrowserSession } from '../../identity/session.ts';
import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';
import { findApplication } from '../../queries/applications/applications.ts';

/** The error for an application that does not exist or belongs to another account. */
export function applicationNotFoundError(): NotFound {
  return new NotFound('You have no application with this id.');
}

export type ApplicationPath = { readonly application_id: string };

/** @throws NotFound if the id is not a UUID */
export function parseApplicationId(path: ApplicationPath): string {
  if (!isUuid(path.application_id)) throw applicationNotFoundError();
  return path.application_id.toLowerCase();
}

/**
 * Reads the application in a path, with one Data API call.
 * @throws NotFound if it is unknown or belongs to another account
 */
export async function readOwnApplication(
  { dataApi, session }: { readonly dataApi: DataApi; readonly session: BrowserSession },
  path: ApplicationPath,
): Promise<Application> {
  const query = findApplication(session.accountId, parseApplicationId(path));
  const application = await runQuery(dataApi.read, query);
  if (application === undefined) throw applicationNotFoundError();
  return application;
}
