import * as z from 'zod';

import { formTokenOf, readSession } from '../../lib/identity/session.ts';
import { newSecret } from '../../lib/identity/secrets.ts';
import { readCookie, setCookie } from '../../lib/http/request/cookies.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import {
  formCookie,
  htmlPage,
  pageErrorAnswer,
  pathsOfService,
  seeOther,
  sessionCookie,
} from '../../lib/pages/html-page.ts';
import { pageAfterSignIn } from '../../lib/pages/layout/paths.ts';
import { signInPage } from '../../lib/pages/sign-in/sign-in.ts';
import { pageBody } from '../../lib/pages/administrator-page.ts';

/** GET /o/sign-in: the form, bound to a cookie of its own since there is no session yet. */
export const handler = endpoint(
  {
    id: 'show-sign-in',
    method: 'GET',
    path: '/o/sign-in',
    summary: 'The page where administrators sign in with a browser',
    access: 'session',
    capability: 'statements',
    parameters: z.object({
      next: z
        .string()
        .optional()
        .transform(pageAfterSignIn)
        .describe('The page under /o/ to go to after the sign-in.'),
      done: z.string().optional().describe('signed-out says that the sign-out is done.'),
    }),
    responses: {
      200: { meaning: 'The page.', body: pageBody },
      303: 'To the page after the sign-in: somebody is signed in already.',
    },
    handle: async ({ parameters, header }, { data }) => {
      const paths = pathsOfService();
      const { next, done } = parameters;
      const session = readCookie(header('cookie'), sessionCookie);
      if (session !== undefined && (await readSession(data, session)) !== undefined) {
        return seeOther(`${paths.base}${next}`);
      }
      // A form that is open beside this one keeps its cookie.
      const secret = readCookie(header('cookie'), formCookie) ?? newSecret();
      const document = signInPage(
        {
          formToken: formTokenOf(secret),
          next,
          name: '',
          problems: [],
          isSignedOut: done === 'signed-out',
        },
        paths,
      );
      return htmlPage(document, 200, setCookie(formCookie, secret));
    },
  },
  { errorAnswer: pageErrorAnswer },
);
