import * as z from 'zod';

import { run } from '../../lib/data-api/query.ts';
import { newSecret, secretHash } from '../../lib/identity/secrets.ts';
import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import {
  applicationIdOf,
  ownApplication,
  unknownApplication,
} from '../../lib/pages/applications/own-application.ts';
import { page, seeOther } from '../../lib/pages/html-page.ts';
import {
  applicationFields,
  checkEntry,
  readEntry,
} from '../../lib/pages/applications/application-entry.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';
import { clientSecretPage } from '../../lib/pages/applications/client-secret.ts';
import { updateApplication } from '../../lib/queries/applications/applications.ts';

const operation = {
  id: 'update-application',
  method: 'POST',
  path: '/o/applications/{application_id}/update',
  summary: 'Changes an application',
  access: 'session',
  parameters: {},
  form: { ...applicationFields, form_token: 'Binds the form to the session.' },
  responses: {
    200: 'The secret of an application that has become confidential, which is shown once.',
    303: 'To the page of the application.',
    400: 'Fields break their rules: the page again.',
    403: 'The form is not one of this session, or the account may not administer applications.',
    404: 'There is none with this id that the account has registered.',
  },
} as const satisfies Operation;

/** POST /o/applications/{application_id}/update */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, context) => {
    const { data, log, session, paths, field } = context;
    const id = applicationIdOf(path);
    const entry = readEntry(field);
    const { details, problems } = checkEntry(entry);
    if (problems.length > 0) {
      await ownApplication(context, id);
      return page(updatePage({ entry, problems, visitor: session }, id, paths), 400);
    }
    const secret = newSecret();
    const query = updateApplication(session.accountId, id, details, secretHash(secret));
    const updated = await run(data.write, query);
    if (updated === undefined) throw unknownApplication();
    const { applicationId: application, tookSecret } = updated;
    log.security('application-changed', { account: session.accountId, application, tookSecret });
    return tookSecret
      ? page(clientSecretPage(application, secret, session, paths))
      : seeOther(`${paths.application(application)}?done=saved`);
  },
});
