import * as z from 'zod';

import { deriveFormToken, readSession } from '../../lib/identity/session.ts';
import { newSecret } from '../../lib/identity/random-secrets.ts';
import { readSecretCookie, setCookieHeader } from '../../lib/http/request/cookies.ts';
import { readSessionCookie } from '../../lib/http/request/session-cookie.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  formCookie,
  htmlResponse,
  pageErrorResponse,
  redirectToPage,
} from '../../lib/pages/html-page.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { choosePageAfterSignIn } from '../../lib/pages/layout/page-after-sign-in.ts';
import { signInPage } from '../../lib/pages/sign-in/sign-in-page.ts';
import { htmlBody } from '../../lib/pages/administrator-handler.ts';

/** GET /o/sign-in. The form is bound to its own cookie, because there is no session yet. */
export const handler = createDataHandler(
  {
    id: 'show-sign-in',
    method: 'GET',
    path: '/o/sign-in',
    summary: 'The sign-in page',
    access: 'session',
    capability: 'read',
    parameters: z.object({
      next: z
        .string()
        .optional()
        .transform(choosePageAfterSignIn)
        .describe('The page of the service to open after the sign-in, as a path.'),
      done: z.string().optional().describe('signed-out shows a message that the sign-out is done.'),
    }),
    responses: {
      200: { description: 'The page.', body: htmlBody },
      303: 'Redirect to the next page: the caller is already signed in.',
    },
    handle: async function handleShowSignIn(request, { dataApi, settings }) {
      const { parameters, header, languages } = request;
      const paths = createSite(settings, languages);
      const { next, done } = parameters;
      const cookie = readSessionCookie(header('cookie'));
      if (cookie !== undefined && (await readSession(dataApi, cookie.secret)) !== undefined) {
        return redirectToPage(`${paths.base}${next}`);
      }
      // Keeps the cookie, so that a form in another tab stays valid.
      const secret = readSecretCookie(header('cookie'), formCookie) ?? newSecret();
      const document = signInPage(
        {
          formToken: deriveFormToken(secret),
          next,
          name: '',
          problems: [],
          isSignedOut: done === 'signed-out',
        },
        paths,
      );
      return htmlResponse(document, paths.words, 200, setCookieHeader(formCookie, secret));
    },
  },
  { errorFormatter: pageErrorResponse },
);
