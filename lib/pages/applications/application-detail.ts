import type { Application } from '../../model/accounts/application.ts';
import {
  clientTypeChoices,
  grantTypeChoices,
  choiceLabel,
  applicationWarning,
} from './application-terms.ts';
import { copyField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout, type PageContext, type Visitor } from '../layout/layout.ts';
import { dateElement } from '../layout/time-elements.ts';

/** Messages by the value of the parameter `done`. */
const doneMessages: ReadonlyMap<string | undefined, string> = new Map([
  ['registered', 'The application is registered.'],
  ['saved', 'Saved.'],
]);

/**
 * Creates the page of one application, with its client id and a command that requests a token.
 * @param done the parameter `done` of the request
 */
export function applicationDetailPage(
  application: Application,
  done: string | undefined,
  baseUrl: string,
  { session: visitor, paths }: PageContext,
): Html {
  const { applicationId, name, clientId } = application;
  const doneMessage = doneMessages.get(done);
  const warning = applicationWarning(application);
  const main = html`${doneMessage && html`<p class="note" role="status">${doneMessage}</p>`}
    <p class="crumbs"><a href="${paths.applications}">Your applications</a></p>
    <div class="head">
      <div><h1>${name}</h1></div>
      <a class="button plain" href="${paths.update(applicationId)}">Edit</a>
    </div>
    <section class="card" aria-labelledby="client">
      <h2 id="client">For the program</h2>
      <p class="hint">Configure programs that use the service with this id. It is not a secret.</p>
      ${copyField('client-id', 'Client id', clientId)}
    </section>
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">The application</h2>
      ${factList(application)}
      ${warning !== undefined && html`<p class="note warning">${warning}</p>`}
    </section>
    ${warning === undefined && tokenCard(application, baseUrl)}
    ${application.actsAs !== null && permissionCard(application.actsAs)}
    ${application.clientType === 'confidential' && secretCard(visitor, paths.secret(applicationId))}
    <p class="actions">
      <a class="button danger" href="${paths.delete(applicationId)}">Delete the application</a>
    </p>`;
  return layout({ title: name, main, visitor, width: 'medium' }, paths);
}

function factList({ clientType, grantType, redirectUris, actsAs, createdAt }: Application): Html {
  const uris = html`<ul>
    ${redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}
  </ul>`;
  return html`<dl class="facts">
    ${detailRow('Client type', html`${choiceLabel(clientTypeChoices, clientType)}`)}
    ${detailRow('Authorization grant type', html`${choiceLabel(grantTypeChoices, grantType)}`)}
    ${redirectUris.length > 0 && detailRow('Redirect URIs', uris)}
    ${actsAs !== null && detailRow('Acts as the account', html`<code>${actsAs}</code>`)}
    ${detailRow('Registered', dateElement(createdAt))}
  </dl>`;
}

function detailRow(term: string, description: Html): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

function tokenCard({ grantType, clientId }: Application, baseUrl: string): Html {
  const lines =
    grantType === 'password'
      ? [
          `curl '${baseUrl}/o/token'`,
          '-d grant_type=password',
          `-d client_id=${clientId}`,
          "--data-urlencode 'username=YOUR USERNAME'",
          "--data-urlencode 'password=YOUR PASSWORD'",
        ]
      : [
          `curl '${baseUrl}/o/token'`,
          '-d grant_type=client_credentials',
          `-u '${clientId}:CLIENT SECRET'`,
        ];
  return html`<section class="card" aria-labelledby="token">
    <h2 id="token">Getting a token</h2>
    <pre><code>${lines.join(' \\\n  ')}</code></pre>
  </section>`;
}

function permissionCard(actsAs: string): Html {
  return html`<section class="card" aria-labelledby="permissions">
    <h2 id="permissions">What it may do</h2>
    <p>
      It may do what the groups of its account may do. At first the account is in no group. An
      operator adds it to a group:
    </p>
    <pre><code>npm run hds -- group add 'Resource Exporter' '${actsAs}'</code></pre>
  </section>`;
}

function secretCard({ formToken }: Visitor, action: string): Html {
  return html`<section class="card" aria-labelledby="secret">
    <h2 id="secret">Client secret</h2>
    <p>
      It was shown once, when it was created. If it is lost, or other people know it, replace it
      with a new one.
    </p>
    <details>
      <summary>Replace the secret</summary>
      <p>The old secret and all tokens of the application stop working at once.</p>
      <form method="post" action="${action}">
        ${hiddenField('form_token', formToken)}
        <button class="danger">Make a new secret</button>
      </form>
    </details>
  </section>`;
}
