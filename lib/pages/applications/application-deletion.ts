import type { Application } from '../../model/accounts/application.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout, type PageContext } from '../layout/layout.ts';

/** The page that confirms the deletion of an application. */
export function applicationDeletionPage(
  { applicationId, name }: Application,
  { session: visitor, paths }: PageContext,
): Html {
  const { words } = paths;
  const title = words.text('application-deletion.title', { name });
  const main = html`<p class="crumbs">
      <a href="${paths.application(applicationId)}">${words.text('application-deletion.back')}</a>
    </p>
    <h1>
      ${words.html('application-deletion.title', { name: html`<span dir="auto">${name}</span>` })}
    </h1>
    <form class="card" method="post" action="${paths.delete(applicationId)}">
      <p>${words.text('application-deletion.text')}</p>
      ${hiddenField('form_token', visitor.formToken)}
      <div class="actions">
        <button class="danger">${words.text('application-deletion.button')}</button>
        <a class="button plain" href="${paths.application(applicationId)}"
          >${words.text('applications.cancel')}</a
        >
      </div>
    </form>`;
  return layout({ title, main, visitor, width: 'medium' }, paths);
}
