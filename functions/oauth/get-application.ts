import * as z from 'zod';

import { administratorPage } from '../../lib/pages/administrator-page.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { applicationIdOf, ownApplication } from '../../lib/pages/applications/own-application.ts';
import { page } from '../../lib/pages/html-page.ts';
import {
  applicationDetailPage,
  deeds,
  type Deed,
} from '../../lib/pages/applications/application-detail.ts';

const operation = {
  id: 'get-application',
  method: 'GET',
  path: '/o/applications/{application_id}',
  summary: 'The page of one application, with its client id',
  access: 'session',
  capability: 'read',
  parameters: { done: 'registered or saved says that it was just done.' },
  responses: {
    200: 'The page.',
    303: 'To the sign-in: nobody is signed in.',
    403: 'The account may not administer applications.',
    404: 'There is none with this id that the account has registered.',
  },
} as const satisfies Operation;

function isDeed(text: string | undefined): text is Deed {
  return text !== undefined && Object.hasOwn(deeds, text);
}

/** GET /o/applications/{application_id}: the client id stays viewable (specification, Authentication 3). */
export const handler = administratorPage({
  operation,
  parameters: z.object({ done: z.string().optional() }),
  handle: async ({ path, parameters }, context) => {
    const application = await ownApplication(context, applicationIdOf(path));
    const deed = isDeed(parameters.done) ? parameters.done : undefined;
    const { session: visitor, paths, settings } = context;
    const { baseUrl } = settings;
    return page(applicationDetailPage({ application, deed, visitor, baseUrl }, paths));
  },
});
