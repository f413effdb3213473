import { textField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';

/**
 * The forms that give an access token of five minutes: one that reads, and with the password one that also writes.
 * @param formToken the CSRF token of the session
 */
export function docsTokenForms(formToken: string, paths: PagePaths): Html {
  return html`<form class="token-form" method="post" action="${paths.docsToken}">
      ${hiddenField('form_token', formToken)}${hiddenField('scope', 'read')}
      <button>Get a token that reads</button>
    </form>
    <form class="token-form" method="post" action="${paths.docsToken}">
      ${hiddenField('form_token', formToken)}${hiddenField('scope', 'write')}
      ${textField({
        name: 'password',
        label: 'Your password',
        hint: 'A token that can also write needs it again.',
        value: '',
        type: 'password',
        autocomplete: 'current-password',
        problems: [],
      })}
      <button class="plain">Get a token that reads and writes</button>
    </form>`;
}
