import { readSession, type BrowserSession } from '../identity/session.ts';
import type { PageContext } from './layout/layout.ts';
import { pageAfterSignIn } from './layout/paths.ts';
import { readCookie } from '../http/request/cookies.ts';
import { createDataHandler, type DataHandlerContext } from '../http/data-handler.ts';
import type { OperationWithHandler, LambdaHandler } from '../http/operation-handler.ts';
import type { DataOperation, Operation } from '../http/operation.ts';
import {
  AdministratorsOnly,
  pageErrorResponse,
  servicePagePaths,
  sessionCookie,
  SignInRequired,
} from './html-page.ts';
import { readPageForm, refuseCrossSiteForm, type FormField } from './html-form.ts';

/** The body of a page. */
export const htmlBody = { 'text/html': 'text' } as const;

/** What each status means of a page for administrators of applications. */
export const pageResponses = {
  200: { description: 'The page.', body: htmlBody },
  303: 'To the sign-in: nobody is signed in.',
  403: 'The account may not administer applications.',
} as const;

/** What each status means of a form on such a page that is not good. */
export const formResponses = {
  403: 'The form is not one of this session, or the account may not administer applications.',
} as const;

/** What each status means of an application in the path that is not there for the account. */
export const ownApplicationResponses = {
  404: 'There is none with this id that the account has registered.',
} as const;

/** The field that every form of a session has. */
export const formTokenField = { form_token: 'Binds the form to the session.' } as const;

/** The names of the fields in the form of an operation. */
type FieldName<O extends Operation> = O extends { readonly form: infer Fields }
  ? keyof Fields & string
  : never;

/** What a page of an administrator of applications may use besides the request. */
export type AdministratorContext<O extends Operation> = DataHandlerContext &
  PageContext & {
    readonly session: BrowserSession;
    /** Of an operation with POST. */
    readonly field: FormField<FieldName<O>>;
  };

/**
 * Builds the handler of a page for those who may administer applications. Whoever is not signed in is led to the sign-in and
 * back; a form must be one that the session was given. It takes one Data API call, before `handle`.
 * @param returnTo the page to come back to after a sign-in
 */
export function createAdministratorHandler<const O extends DataOperation>(
  definition: OperationWithHandler<O, AdministratorContext<NoInfer<O>>>,
  returnTo: `/${string}` = definition.path,
): LambdaHandler {
  return createDataHandler<O>(
    {
      ...definition,
      handle: async (request, context) => {
        const isForm = definition.method === 'POST';
        if (isForm) refuseCrossSiteForm(request);
        const next = pageAfterSignIn(filled(returnTo, request.path));
        const secret = readCookie(request.header('cookie'), sessionCookie);
        if (secret === undefined) throw new SignInRequired(next);
        const field = isForm ? readPageForm(request, secret, definition.form ?? {}) : () => '';
        const session = await readSession(context.data, secret);
        if (session === undefined) throw new SignInRequired(next);
        if (!session.mayAdministerApplications) throw new AdministratorsOnly(session);
        const paths = servicePagePaths();
        return definition.handle(request, {
          ...context,
          data: context.data,
          session,
          paths,
          field,
        });
      },
    },
    { errorResponse: pageErrorResponse },
  );
}

function filled(path: string, variables: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
}
