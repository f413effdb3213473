import { readSession, type BrowserSession } from '../identity/session.ts';
import type { ChangeAuthor } from '../model/accounts/access-change.ts';
import type { PageContext } from './layout/layout.ts';
import { createSite } from './layout/site.ts';
import { choosePageAfterSignIn } from './layout/page-after-sign-in.ts';
import { readSessionCookie } from '../http/request/session-cookie.ts';
import { createDataHandler, type DataHandlerContext } from '../http/data-handler.ts';
import type { OperationWithHandler, LambdaHandler } from '../http/operation-handler.ts';
import type { DataOperation, Operation } from '../http/operation.ts';
import { AdministratorsOnly, pageErrorResponse, SignInRequired } from './html-page.ts';
import { readPageForm, refuseCrossSiteForm, type ReadFormField } from './html-form.ts';

export const htmlBody = { 'text/html': 'text' } as const;

/** The responses of all pages for administrators of applications. */
export const pageResponses = {
  200: { description: 'The page.', body: htmlBody },
  303: 'Redirect to the sign-in: the visitor is not signed in.',
  403: 'The account may not administer applications.',
} as const;

/** The error responses of all forms on pages for administrators of applications. */
export const formResponses = {
  403: 'The form does not belong to this session, or the account may not administer applications.',
} as const;

/** The error responses of operations with the id of an application in their path. */
export const ownApplicationResponses = {
  404: 'The account has no application with this id.',
} as const;

/** The field that every form of a signed-in visitor has. */
export const formTokenField = { form_token: 'Binds the form to the session.' } as const;

/** The visitor, for the record of a change. */
export function toChangeAuthor({ accountId, username }: BrowserSession): ChangeAuthor {
  return { accountId, name: username };
}

/** The names of the fields in the form of an operation. */
type FieldName<O extends Operation> = O extends { readonly form: infer Fields }
  ? keyof Fields & string
  : never;

/** The context of the handler of a page for administrators of applications. */
export type AdministratorContext<O extends Operation> = DataHandlerContext &
  PageContext & {
    readonly session: BrowserSession;
    /** Reads a form field. Only for POST. */
    readonly field: ReadFormField<FieldName<O>>;
  };

/**
 * Creates the Lambda handler of a page for administrators of applications. Anonymous visitors are redirected to the sign-in and back.
 * Forms must have the CSRF token of the session. Checking the session takes one Data API call.
 * @param returnTo the page to open after the sign-in
 */
export function createAdministratorHandler<const O extends DataOperation>(
  definition: OperationWithHandler<O, AdministratorContext<NoInfer<O>>>,
  returnTo: `/${string}` = definition.path,
): LambdaHandler {
  return createDataHandler<O>(
    {
      ...definition,
      handle: async function handleAsAdministrator(request, context) {
        const isForm = definition.method === 'POST';
        if (isForm) refuseCrossSiteForm(request);
        const nextPage = choosePageAfterSignIn(fillPath(returnTo, request.path));
        const cookie = readSessionCookie(request.header('cookie'));
        if (cookie === undefined) throw new SignInRequired(nextPage);
        const field = isForm
          ? readPageForm(request, cookie.secret, definition.form ?? {})
          : () => '';
        const session = await readSession(context.dataApi, cookie.secret);
        if (session === undefined) throw new SignInRequired(nextPage);
        context.log.addField('account', () => session.accountId);
        if (!session.mayAdministerApplications) throw new AdministratorsOnly(session);
        const paths = createSite(context.settings, request.languages);
        return definition.handle(request, {
          ...context,
          dataApi: context.dataApi,
          session,
          paths,
          field,
        });
      },
    },
    { errorFormatter: pageErrorResponse },
  );
}

function fillPath(path: string, variables: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
}
