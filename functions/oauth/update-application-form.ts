import * as z from 'zod';

import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { applicationIdOf, ownApplication } from '../../lib/pages/applications/own-application.ts';
import { page } from '../../lib/pages/html-page.ts';
import { entryOf } from '../../lib/pages/applications/application-entry.ts';
import { updatePage } from '../../lib/pages/applications/application-form.ts';

const operation = {
  id: 'show-application-update',
  method: 'GET',
  path: '/o/applications/{application_id}/update',
  summary: 'The page where an application is changed',
  access: 'session',
  capability: 'read',
  parameters: {},
  responses: {
    200: 'The page.',
    303: 'To the sign-in: nobody is signed in.',
    403: 'The account may not administer applications.',
    404: 'There is none with this id that the account has registered.',
  },
} as const satisfies Operation;

/** GET /o/applications/{application_id}/update */
export const handler = administratorPage({
  operation,
  parameters: z.object({}),
  handle: async ({ path }, context) => {
    const application = await ownApplication(context, applicationIdOf(path));
    const { session: visitor, paths } = context;
    const form = { entry: entryOf(application), problems: [], visitor };
    return page(updatePage(form, application.applicationId, paths));
  },
});
