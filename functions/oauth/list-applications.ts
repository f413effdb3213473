import * as z from 'zod';

import { run } from '../../lib/data-api/query.ts';
import { administratorPage, pageResponses } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { htmlPage } from '../../lib/pages/html-page.ts';
import { applicationListPage } from '../../lib/pages/applications/application-list.ts';
import { listApplications } from '../../lib/queries/applications/applications.ts';

const operation = {
  id: 'list-applications',
  method: 'GET',
  path: '/o/applications',
  summary: 'The page of the applications that one has registered',
  access: 'session',
  capability: 'statements',
  parameters: { done: 'deleted says that an application is deleted.' },
  responses: pageResponses,
} as const satisfies Operation;

/** GET /o/applications/ (specification, Authentication 3). */
export const handler = administratorPage({
  operation,
  parameters: z.object({ done: z.string().optional() }),
  handle: async ({ parameters }, context) => {
    const { data, session } = context;
    const applications = await run(data.read, listApplications(session.accountId));
    const wasDeleted = parameters.done === 'deleted';
    return htmlPage(applicationListPage(applications, wasDeleted, context));
  },
});
