import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { toHttpError } from '../../lib/http/errors/error-statuses.ts';
import { readSessionCookie } from '../../lib/http/request/session-cookie.ts';
import { sessionChallenge } from '../../lib/http/request/session-challenge.ts';
import type { HeaderFields, HttpResponse } from '../../lib/http/responses/response.ts';
import { SessionEnded, TooManyAttempts, WrongCredentials } from '../../lib/identity/errors.ts';
import { deriveFormToken } from '../../lib/identity/session.ts';
import { docsTokenSeconds, grantDocsToken } from '../../lib/oauth/docs-token.ts';
import { issueAccessToken } from '../../lib/oauth/issue-access-token.ts';
import { formTokenField, htmlBody } from '../../lib/pages/administrator-handler.ts';
import { docsTokenPage, refusedDocsTokenPage } from '../../lib/pages/docs/docs-token-page.ts';
import { ForgedForm, readPageForm } from '../../lib/pages/html-form.ts';
import { htmlResponse, pageErrorResponse, SignInRequired } from '../../lib/pages/html-page.ts';
import { errorText } from '../../lib/pages/words/error-texts.ts';
import type { Html } from '../../lib/pages/layout/html.ts';
import { createSite } from '../../lib/pages/layout/site.ts';

const docsTokenFields = {
  ...formTokenField,
  scope: 'read, or write for a token that can read and write.',
  password: 'The password of the account. A token that can write needs it.',
};

/** POST /o/docs-token: a token of five minutes for the page of operations. Only a form of the service itself gets one. */
export const handler = createDataHandler(
  {
    id: 'issue-docs-token',
    method: 'POST',
    path: '/o/docs-token',
    summary: 'Issues an access token of five minutes to a browser that is signed in',
    access: 'session',
    capability: 'token',
    parameters: z.object({}),
    form: docsTokenFields,
    responses: {
      200: { description: 'The page with the token.', body: htmlBody },
      303: 'Redirect to the sign-in: the visitor is not signed in.',
      400: 'The password is empty: the form with an error message.',
      401: 'The password is wrong: the form with an error message.',
      403: 'The form does not belong to this session, or was not sent by a page of the service.',
      429: descriptions.tooManySignIns,
    },
    handle: async function handleIssueDocsToken(request, context) {
      const { header, sourceAddress } = request;
      const cookie = readSessionCookie(header('cookie'));
      if (cookie === undefined) throw new SignInRequired('/docs');
      const field = readPageForm(request, cookie.secret, docsTokenFields);
      // A token can do more than a page, so the browser must confirm where the form comes from.
      if (header('sec-fetch-site') !== 'same-origin') throw new ForgedForm();
      const { settings } = context;
      const paths = createSite(settings, request.languages);
      const refuse = (message: Html, status: number, headers?: HeaderFields): HttpResponse =>
        htmlResponse(
          refusedDocsTokenPage(message, deriveFormToken(cookie.secret), paths),
          paths.words,
          status,
          headers,
        );
      const password = field('scope') === 'write' ? field('password') : undefined;
      if (password === '') return refuse(paths.words.html('sign-in.no-password'), 400);
      try {
        const grant = await grantDocsToken(context, {
          sessionSecret: cookie.secret,
          password,
          sourceAddress,
        });
        const token = await issueAccessToken(grant, settings, docsTokenSeconds);
        return htmlResponse(docsTokenPage(token, grant.scope, paths), paths.words);
      } catch (error) {
        if (error instanceof SessionEnded) throw new SignInRequired('/docs');
        if (!(error instanceof WrongCredentials || error instanceof TooManyAttempts)) throw error;
        const { status, headers } = toHttpError(error);
        const { detail } = errorText(error, paths.words);
        return refuse(detail, status, status === 401 ? sessionChallenge : headers);
      }
    },
  },
  { errorFormatter: pageErrorResponse },
);
