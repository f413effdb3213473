import type { Application } from '../../model/accounts/application.ts';
import type { BrowserSession } from '../../identity/session.ts';
import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';
import { findApplication } from '../../queries/applications/applications.ts';

/** What is said of an application that is not there, or belongs to somebody else. */
export function unknownApplicationError(): NotFound {
  return new NotFound('You have no application with this id.');
}

/** The variable of a path that names an application. */
export type ApplicationPath = { readonly application_id: string };

/** The id of an application in a path. @throws NotFound for one that cannot be */
export function parseApplicationId(path: ApplicationPath): string {
  if (!isUuid(path.application_id)) throw unknownApplicationError();
  return path.application_id.toLowerCase();
}

/**
 * The application of a path, of the one who is signed in, at one Data API call.
 * @throws NotFound for one that is unknown, or belongs to somebody else
 */
export async function readOwnApplication(
  { data, session }: { readonly data: DataApi; readonly session: BrowserSession },
  path: ApplicationPath,
): Promise<Application> {
  const query = findApplication(session.accountId, parseApplicationId(path));
  const application = await runQuery(data.read, query);
  if (application === undefined) throw unknownApplicationError();
  return application;
}
