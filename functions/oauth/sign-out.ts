import * as z from 'zod';

import { endSession } from '../../lib/identity/session.ts';
import {
  readSessionCookie,
  deleteSessionCookieHeader,
} from '../../lib/http/request/session-cookie.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { pageErrorResponse, redirectToPage } from '../../lib/pages/html-page.ts';
import { pagePaths } from '../../lib/pages/layout/paths.ts';
import { formTokenField } from '../../lib/pages/administrator-handler.ts';
import { readPageForm, refuseCrossSiteForm } from '../../lib/pages/html-form.ts';

/** POST /o/sign-out: ends the session, if there is one. */
export const handler = createDataHandler(
  {
    id: 'sign-out',
    method: 'POST',
    path: '/o/sign-out',
    summary: 'Signs out with a browser',
    access: 'session',
    capability: 'revoke',
    parameters: z.object({}),
    form: formTokenField,
    responses: {
      303: 'Redirect to the sign-in; the session has ended.',
      403: 'The form does not belong to this session.',
    },
    handle: async function handleSignOut(request, { dataApi, log, settings }) {
      refuseCrossSiteForm(request);
      const cookie = readSessionCookie(request.header('cookie'));
      if (cookie !== undefined) {
        // Checks that the form belongs to this session.
        readPageForm(request, cookie.secret, formTokenField);
        const account = await endSession(dataApi, cookie.secret);
        if (account !== undefined) log.security('sign-out', { account });
      }
      return redirectToPage(
        `${pagePaths(settings.baseUrl).signIn}?done=signed-out`,
        deleteSessionCookieHeader(),
      );
    },
  },
  { errorFormatter: pageErrorResponse },
);
