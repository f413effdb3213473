import { formProblemSummary, formError, textField, type FormProblem } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';

export type SignInView = {
  readonly formToken: string;
  /** The page to open after the sign-in, without the path of the base URL. */
  readonly next: string;
  /** The name that the visitor typed. */
  readonly name: string;
  /** The message of a failed sign-in. */
  readonly errorMessage?: string | undefined;
  readonly problems: readonly FormProblem[];
  readonly isSignedOut: boolean;
};

export function signInPage(page: SignInView, paths: Site): Html {
  const { errorMessage, problems } = page;
  const main = html`${errorMessage !== undefined && formError(errorMessage)}${formProblemSummary(problems)}
    ${page.isSignedOut && html`<p class="note" role="status">You are signed out.</p>`}
    <h1>Sign in</h1>
    <p class="lead">
      Sign in to see the records that your account may read. What everybody may read needs no
      account.
    </p>
    <form class="card" method="post" action="${paths.signIn}">
      ${hiddenField('form_token', page.formToken)} ${hiddenField('next', page.next)}
      ${textField({
        name: 'username',
        label: 'Username or e-mail address',
        value: page.name,
        autocomplete: 'username',
        problems,
      })}
      ${textField({
        name: 'password',
        label: 'Password',
        value: '',
        type: 'password',
        autocomplete: 'current-password',
        problems,
      })}
      <div class="actions"><button>Sign in</button></div>
    </form>`;
  const isRefused = errorMessage !== undefined || problems.length > 0;
  const title = isRefused ? 'Error: Sign in' : 'Sign in';
  return layout({ title, main, width: 'narrow' }, paths);
}
