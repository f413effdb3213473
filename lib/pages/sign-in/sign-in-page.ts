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
  readonly errorMessage?: Html | undefined;
  readonly problems: readonly FormProblem[];
  readonly isSignedOut: boolean;
};

export function signInPage(page: SignInView, paths: Site): Html {
  const { errorMessage, problems } = page;
  const { words } = paths;
  const main = html`${errorMessage !== undefined && formError(errorMessage)}${formProblemSummary(problems, words)}
    ${page.isSignedOut && html`<p class="note" role="status">${words.text('sign-in.signed-out')}</p>`}
    <h1>${words.text('sign-in.title')}</h1>
    <p class="lead">${words.text('sign-in.lead')}</p>
    <form class="card" method="post" action="${paths.signIn}">
      ${hiddenField('form_token', page.formToken)} ${hiddenField('next', page.next)}
      ${textField({
        name: 'username',
        label: words.text('sign-in.username'),
        value: page.name,
        autocomplete: 'username',
        problems,
      })}
      ${textField({
        name: 'password',
        label: words.text('sign-in.password'),
        value: '',
        type: 'password',
        autocomplete: 'current-password',
        problems,
      })}
      <div class="actions"><button>${words.text('sign-in.button')}</button></div>
    </form>`;
  const isRefused = errorMessage !== undefined || problems.length > 0;
  const title = words.text('sign-in.title');
  return layout(
    {
      title: isRefused ? words.text('fields.error-title', { title }) : title,
      main,
      width: 'narrow',
    },
    paths,
  );
}
