import * as z from 'zod';

import { endSession } from '../../lib/identity/session.ts';
import { readCookie, removeCookie } from '../../lib/http/request/cookies.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import {
  pageErrorAnswer,
  pathsOfService,
  seeOther,
  sessionCookie,
} from '../../lib/pages/html-page.ts';
import { formToken } from '../../lib/pages/administrator-page.ts';
import { readPageForm, refuseOtherSites } from '../../lib/pages/html-form.ts';

/** POST /o/sign-out: ends the session; without one there is nothing to end. */
export const handler = endpoint(
  {
    id: 'sign-out',
    method: 'POST',
    path: '/o/sign-out',
    summary: 'Signs out with a browser',
    access: 'session',
    capability: 'statements',
    parameters: z.object({}),
    form: formToken,
    responses: {
      303: 'To the sign-in; the session is over.',
      403: 'The form is not one that this session was given.',
    },
    handle: async (request, { data, log }) => {
      refuseOtherSites(request);
      const secret = readCookie(request.header('cookie'), sessionCookie);
      if (secret !== undefined) {
        readPageForm(request, secret, formToken);
        const account = await endSession(data, secret);
        if (account !== undefined) log.security('sign-out', { account });
      }
      return seeOther(`${pathsOfService().signIn}?done=signed-out`, removeCookie(sessionCookie));
    },
  },
  { errorAnswer: pageErrorAnswer },
);
