import { copyField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type PageContext } from '../layout/layout.ts';

/** The only page that shows the secret of an application. */
export function clientSecretPage(
  applicationId: string,
  secret: string,
  { session: visitor, paths }: PageContext,
): Html {
  const main = html`<p class="crumbs"><a href="${paths.applications}">Your applications</a></p>
    <h1>The client secret</h1>
    <p class="note warning" role="status">
      It is not shown again. Copy it now, and keep it where only the application can read it.
    </p>
    <div class="card">${copyField('client-secret', 'Client secret', secret)}</div>
    <p class="actions">
      <a class="button" href="${paths.application(applicationId)}"
        >I have copied it: to the application</a
      >
    </p>`;
  return layout({ title: 'The client secret', main, visitor, width: 'medium' }, paths);
}
