import type { Application } from '../../model/accounts/application.ts';
import type { BrowserSession } from '../../identity/session.ts';
import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { NotFound } from '../../errors.ts';
import { isUuid } from '../../model/ids.ts';
import { findApplication } from '../../queries/applications/applications.ts';

/** What is said of an application that is not there, or belongs to somebody else. */
export function unknownApplication(): NotFound {
  return new NotFound('You have no application with this id.');
}

/** The variable of a path that names an application. */
export type ApplicationPath = { readonly application_id: string };

/** The id of an application in a path. @throws NotFound for one that cannot be */
export function applicationIdOf(path: ApplicationPath): string {
  if (!isUuid(path.application_id)) throw unknownApplication();
  return path.application_id.toLowerCase();
}

/**
 * The application of a path, of the one who is signed in, at one Data API call.
 * @throws NotFound for one that is unknown, or belongs to somebody else
 */
export async function ownApplication(
  { data, session }: { readonly data: DataApi; readonly session: BrowserSession },
  path: ApplicationPath,
): Promise<Application> {
  const query = findApplication(session.accountId, applicationIdOf(path));
  const application = await run(data.read, query);
  if (application === undefined) throw unknownApplication();
  return application;
}
