import type { Application } from '../../model/accounts/application.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout, type PageContext } from '../layout/layout.ts';

/** The page that confirms the deletion of an application. */
export function applicationDeletionPage(
  { applicationId, name }: Application,
  { session: visitor, paths }: PageContext,
): Html {
  const main = html`<p class="crumbs">
      <a href="${paths.application(applicationId)}">Back to the application</a>
    </p>
    <h1>Delete ${name}?</h1>
    <form class="card" method="post" action="${paths.delete(applicationId)}">
      <p>
        All its tokens stop working at once. Programs that are configured with its client id get no
        tokens until they are configured with another client id. This cannot be undone.
      </p>
      ${hiddenField('form_token', visitor.formToken)}
      <div class="actions">
        <button class="danger">Delete</button>
        <a class="button plain" href="${paths.application(applicationId)}">Cancel</a>
      </div>
    </form>`;
  return layout({ title: `Delete ${name}?`, main, visitor, width: 'medium' }, paths);
}
