import { copyField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type PageContext } from '../layout/layout.ts';

/** The only page that shows the secret of an application. */
export function clientSecretPage(
  applicationId: string,
  secret: string,
  { session: visitor, paths }: PageContext,
): Html {
  const { words } = paths;
  const title = words.text('client-secret.title');
  const main = html`<p class="crumbs">
      <a href="${paths.applications}">${words.text('applications.title')}</a>
    </p>
    <h1>${title}</h1>
    <p class="note warning" role="status">${words.text('client-secret.warning')}</p>
    <div class="card">
      ${copyField('client-secret', words.text('applications.client-secret'), secret, words)}
    </div>
    <p class="actions">
      <a class="button" href="${paths.application(applicationId)}"
        >${words.text('client-secret.done')}</a
      >
    </p>`;
  return layout({ title, main, visitor, width: 'medium' }, paths);
}
