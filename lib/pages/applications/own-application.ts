import type { Application } from '../../model/accounts/application.ts';
import type { Session } from '../../identity/session.ts';
import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { isUuid } from '../../model/ids.ts';
import { findApplication } from '../../queries/applications/applications.ts';
import { NotFound } from '../../http/errors/errors.ts';

/** What is said of an application that is not there, or belongs to somebody else. */
export function unknownApplication(): NotFound {
  return new NotFound('You have no application with this id.');
}

/**
 * The id of an application in a path.
 * @throws NotFound for one that cannot be
 */
export function applicationIdOf(path: { readonly application_id: string }): string {
  if (!isUuid(path.application_id)) throw unknownApplication();
  return path.application_id.toLowerCase();
}

/**
 * An application of the one who is signed in, at one Data API call.
 * @throws NotFound for one that is unknown, or belongs to somebody else
 */
export async function ownApplication(
  { data, session }: { readonly data: DataApi; readonly session: Session },
  applicationId: string,
): Promise<Application> {
  const application = await run(data.read, findApplication(session.accountId, applicationId));
  if (application === undefined) throw unknownApplication();
  return application;
}
