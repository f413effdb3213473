import { html, type Html } from '../layout/html.ts';
import type { Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import { docsTokenForms } from './docs-token-form.ts';

/**
 * Where the reader gets an access token, and the field with the token. The field has no name and no form, so only the script of the page can
 * send the token.
 */
export function tokenSection({ visitor, signInPath }: Reader, paths: PagePaths): Html {
  return html`<details class="card" id="token">
    <summary>Access token</summary>
    ${
      visitor === undefined
        ? html`<p>
            <a href="${signInPath ?? paths.signIn}">Sign in</a> to get a token of five minutes here.
            Programs get theirs with
            <a href="${paths.docsSubject('oauth', 'issue-token')}">POST ${paths.base}/o/token</a>.
          </p>`
        : html`<p>A token is valid for five minutes, or until you sign out.</p>
            <div class="token-forms">${docsTokenForms(visitor.formToken, paths)}</div>`
    }
    <div class="field" data-script hidden>
      <label for="access-token">Token of the requests on this page</label>
      <p class="hint" id="access-token-hint">
        “Try it” sends it, to this service only. It stays in this field until you leave or reload
        the page. You can also paste one.
      </p>
      <input
        id="access-token"
        type="password"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="access-token-hint"
      />
      <p class="status" id="token-status" role="status"></p>
    </div>
  </details>`;
}
