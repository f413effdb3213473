import * as z from 'zod';

import { TooManyAttempts, WrongCredentials } from '../../lib/identity/errors.ts';
import { newSecret, secretHash } from '../../lib/identity/secrets.ts';
import { deriveFormToken, sessionSeconds } from '../../lib/identity/session.ts';
import { signIn } from '../../lib/identity/sign-in.ts';
import { readCookie, setCookie } from '../../lib/http/request/cookies.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { toHttpError } from '../../lib/http/errors/http-errors.ts';
import {
  formCookie,
  htmlResponse,
  pageErrorResponse,
  servicePagePaths,
  redirectToPage,
  sessionCookie,
} from '../../lib/pages/html-page.ts';
import { ForgedForm, readPageForm, refuseCrossSiteForm } from '../../lib/pages/html-form.ts';
import type { FormProblem } from '../../lib/pages/layout/fields.ts';
import { pageAfterSignIn } from '../../lib/pages/layout/paths.ts';
import { signInPage } from '../../lib/pages/sign-in/sign-in-page.ts';

/** The fields of the form, and what they mean. */
const signInFields = {
  form_token: 'Binds the form to the browser that was given it.',
  next: 'The page under /o/ to go to afterwards.',
  username: 'A username or an e-mail address.',
  password: 'The password.',
};

/** POST /o/sign-in: each sign-in begins a session of its own, whatever cookie came along. */
export const handler = createDataHandler(
  {
    id: 'sign-in',
    method: 'POST',
    path: '/o/sign-in',
    summary: 'Signs in with a browser',
    access: 'session',
    capability: 'statements',
    parameters: z.object({}),
    form: signInFields,
    responses: {
      303: 'To the page asked for, with the cookie of a new session.',
      400: 'A field is empty: the page again.',
      401: 'The credentials are not good: the page again.',
      403: 'The form is not one that this browser was given.',
      429: 'Too many sign-ins failed: the page again.',
    },
    handle: async (request, context) => {
      refuseCrossSiteForm(request);
      const secret = readCookie(request.header('cookie'), formCookie);
      if (secret === undefined) throw new ForgedForm();
      const field = readPageForm(request, secret, signInFields);
      const next = pageAfterSignIn(field('next'));
      const credentials = { name: field('username').trim(), password: field('password') };
      const origin = { sourceAddress: request.sourceAddress, clientId: null };
      const session = newSecret();
      const gift = { sessionHash: secretHash(session), seconds: sessionSeconds };
      const paths = servicePagePaths();
      const refusal =
        emptyFields(credentials) ??
        (await refusalOf(signIn(context, credentials, origin, { kind: 'session', ...gift })));
      if (refusal === undefined) {
        const cookie = setCookie(sessionCookie, session, sessionSeconds);
        return redirectToPage(`${paths.base}${next}`, cookie);
      }
      const { status, sentence, problems = [], headers } = refusal;
      const form = { formToken: deriveFormToken(secret), next, name: credentials.name };
      const document = signInPage(
        { ...form, refusal: sentence, problems, isSignedOut: false },
        paths,
      );
      return htmlResponse(document, status, headers);
    },
  },
  { errorResponse: pageErrorResponse },
);

/** Why the form comes again. */
type Refusal = {
  readonly status: number;
  readonly sentence?: string;
  readonly problems?: readonly FormProblem[];
  readonly headers?: Readonly<Record<string, string>>;
};

function emptyFields(typed: {
  readonly name: string;
  readonly password: string;
}): Refusal | undefined {
  const problems = [
    ...(typed.name === '' ? [{ field: 'username', message: 'Type your username.' }] : []),
    ...(typed.password === '' ? [{ field: 'password', message: 'Type your password.' }] : []),
  ];
  return problems.length === 0 ? undefined : { status: 400, problems };
}

/** What a status of 401 has to name (RFC 9110, section 15.5.2): here the way in is a cookie. */
const challenge = { 'WWW-Authenticate': `Cookie cookie-name="${sessionCookie}"` };

async function refusalOf(attempt: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (!(error instanceof WrongCredentials || error instanceof TooManyAttempts)) throw error;
    const { status, detail, headers } = toHttpError(error);
    return { status, sentence: detail, headers: status === 401 ? challenge : headers };
  }
}
