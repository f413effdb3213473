import type { Scope } from '../../model/accounts/scope.ts';
import { copyField, formError } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { englishMain } from '../words/english-text.ts';
import { docsTokenForms } from './docs-token-form.ts';

/** The page with an access token of five minutes. The script of the page of operations takes the token from its field. */
export function docsTokenPage(token: string, scope: readonly Scope[], paths: Site): Html {
  const rights = scope.includes('write') ? 'reads and writes' : 'reads';
  const main = html`<h1>Your access token</h1>
    <p class="lead">
      It ${rights} what your account may, for five minutes, or until you sign out. It is shown only
      once.
    </p>
    <div class="card">
      ${copyField('issued-token', 'Access token', token, paths.words)}
      <p class="hint">A program sends it as <code>Authorization: Bearer TOKEN</code>.</p>
    </div>
    <p><a href="${paths.docs}">All operations</a></p>`;
  return layout({ title: 'Your access token', main: englishMain(main), width: 'medium' }, paths);
}

/** The page after a wrong password, or too many of them. @param formToken the CSRF token of the session */
export function refusedDocsTokenPage(message: Html, formToken: string, paths: Site): Html {
  const main = html`<h1>An access token</h1>
    <div class="card">${docsTokenForms(formToken, paths)}</div>
    <p><a href="${paths.docs}">All operations</a></p>`;
  return layout(
    {
      title: 'Error: An access token',
      main: html`${formError(message)}${englishMain(main)}`,
      width: 'narrow',
    },
    paths,
  );
}
