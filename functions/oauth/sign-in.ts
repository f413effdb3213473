import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { TooManyAttempts, WrongCredentials } from '../../lib/identity/errors.ts';
import { newSecret, hashRandomSecret } from '../../lib/identity/random-secrets.ts';
import { deriveFormToken, sessionSeconds } from '../../lib/identity/session.ts';
import { signIn, type SignedInAccount } from '../../lib/identity/sign-in.ts';
import { readSecretCookie } from '../../lib/http/request/cookies.ts';
import { sessionChallenge } from '../../lib/http/request/session-challenge.ts';
import { setSessionCookieHeader } from '../../lib/http/request/session-cookie.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { toHttpError } from '../../lib/http/errors/error-statuses.ts';
import {
  formCookie,
  htmlResponse,
  pageErrorResponse,
  redirectToPage,
} from '../../lib/pages/html-page.ts';
import { ForgedForm, readPageForm, refuseCrossSiteForm } from '../../lib/pages/html-form.ts';
import type { FormProblem } from '../../lib/pages/layout/fields.ts';
import { createSite } from '../../lib/pages/layout/site.ts';
import { choosePageAfterSignIn } from '../../lib/pages/layout/page-after-sign-in.ts';
import { signInPage } from '../../lib/pages/sign-in/sign-in-page.ts';
import type { Html } from '../../lib/pages/layout/html.ts';
import { errorText } from '../../lib/pages/words/error-texts.ts';
import type { Words } from '../../lib/pages/words/words.ts';

const signInFields = {
  form_token: 'Binds the form to the browser.',
  next: 'The page of the service to open afterwards, as a path.',
  username: descriptions.username,
  password: descriptions.password,
};

/** POST /o/sign-in. Each sign-in starts a new session, even if the browser sends the cookie of another one. */
export const handler = createDataHandler(
  {
    id: 'sign-in',
    method: 'POST',
    path: '/o/sign-in',
    summary: 'Signs in with a browser',
    access: 'session',
    capability: 'sign-in',
    parameters: z.object({}),
    form: signInFields,
    responses: {
      303: 'Redirect to the next page, with the cookie of a new session.',
      400: 'A field is empty: the form with error messages.',
      401: 'Username or password is wrong: the form with an error message.',
      403: 'The form does not belong to this browser.',
      429: 'Too many sign-ins failed: the form with an error message.',
    },
    handle: async function handleSignIn(request, context) {
      refuseCrossSiteForm(request);
      const formSecret = readSecretCookie(request.header('cookie'), formCookie);
      if (formSecret === undefined) throw new ForgedForm();
      const field = readPageForm(request, formSecret, signInFields);
      const next = choosePageAfterSignIn(field('next'));
      const credentials = { name: field('username').trim(), password: field('password') };
      const origin = { sourceAddress: request.sourceAddress, clientId: null };
      const sessionSecret = newSecret();
      const newSession = { sessionHash: hashRandomSecret(sessionSecret), seconds: sessionSeconds };
      const paths = createSite(context.settings, request.languages);
      const result =
        emptyFieldsRefusal(credentials, paths.words) ??
        (await catchRefusal(
          signIn(context, credentials, origin, { kind: 'session', ...newSession }),
          paths.words,
        ));
      if ('accountId' in result) {
        const { accountId } = result;
        const cookie = setSessionCookieHeader({ secret: sessionSecret, accountId }, sessionSeconds);
        return redirectToPage(`${paths.base}${next}`, cookie);
      }
      const { status, message, problems = [], headers } = result;
      const form = { formToken: deriveFormToken(formSecret), next, name: credentials.name };
      const document = signInPage(
        { ...form, errorMessage: message, problems, isSignedOut: false },
        paths,
      );
      return htmlResponse(document, paths.words, status, headers);
    },
  },
  { errorFormatter: pageErrorResponse },
);

/** The reason why the form is sent to the browser again. */
type Refusal = {
  readonly status: number;
  readonly message?: Html;
  readonly problems?: readonly FormProblem[];
  readonly headers?: Readonly<Record<string, string>>;
};

function emptyFieldsRefusal(
  credentials: { readonly name: string; readonly password: string },
  words: Words,
): Refusal | undefined {
  const problems = [
    ...(credentials.name === ''
      ? [{ field: 'username', message: words.text('sign-in.no-username') }]
      : []),
    ...(credentials.password === ''
      ? [{ field: 'password', message: words.text('sign-in.no-password') }]
      : []),
  ];
  return problems.length === 0 ? undefined : { status: 400, problems };
}

async function catchRefusal(
  attempt: Promise<SignedInAccount>,
  words: Words,
): Promise<SignedInAccount | Refusal> {
  try {
    return await attempt;
  } catch (error) {
    if (!(error instanceof WrongCredentials || error instanceof TooManyAttempts)) throw error;
    const { status, headers } = toHttpError(error);
    const message = errorText(error, words).detail;
    // The headers of the error ask for a token, but a browser signs in with a cookie.
    return { status, message, headers: status === 401 ? sessionChallenge : headers };
  }
}
