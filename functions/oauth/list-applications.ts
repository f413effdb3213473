import * as z from 'zod';

import { run } from '../../lib/data-api/query.ts';
import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { page } from '../../lib/pages/html-page.ts';
import { applicationListPage } from '../../lib/pages/applications/application-list.ts';
import { listApplications } from '../../lib/queries/applications/applications.ts';

const operation = {
  id: 'list-applications',
  method: 'GET',
  path: '/o/applications',
  summary: 'The page of the applications that one has registered',
  access: 'session',
  parameters: { done: 'deleted says that an application is deleted.' },
  responses: {
    200: 'The page.',
    303: 'To the sign-in: nobody is signed in.',
    403: 'The account may not administer applications.',
  },
} as const satisfies Operation;

/** GET /o/applications/ (specification, Authentication 3). */
export const handler = administratorPage({
  operation,
  parameters: z.object({ done: z.string().optional() }),
  handle: async ({ parameters }, { data, session, paths }) => {
    const applications = await run(data.read, listApplications(session.accountId));
    const wasDeleted = parameters.done === 'deleted';
    return page(applicationListPage(applications, wasDeleted, session, paths));
  },
});
