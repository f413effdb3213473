import type { Application } from '../../model/accounts/application.ts';
import { applicationWarning, clientTypeName, grantTypeName } from './application-terms.ts';
import { copyField } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout, type PageContext, type Visitor } from '../layout/layout.ts';
import { dateElement } from '../layout/time-elements.ts';
import type { Words } from '../words/words.ts';

/** The values of the parameter `done` that have a message. */
const doneValues = ['registered', 'saved'] as const;

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
  const { words } = paths;
  const shownDone = doneValues.find((value) => value === done);
  const warning = applicationWarning(application, words);
  const main = html`${
      shownDone !== undefined &&
      html`<p class="note" role="status">${words.text(`application.${shownDone}`)}</p>`
    }
    <p class="crumbs"><a href="${paths.applications}">${words.text('applications.title')}</a></p>
    <div class="head">
      <div><h1 dir="auto">${name}</h1></div>
      <a class="button plain" href="${paths.update(applicationId)}"
        >${words.text('application.edit')}</a
      >
    </div>
    <section class="card" aria-labelledby="client">
      <h2 id="client">${words.text('application.program')}</h2>
      <p class="hint">${words.text('application.program.hint')}</p>
      ${copyField('client-id', words.text('applications.client-id'), clientId, words)}
    </section>
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">${words.text('application.facts')}</h2>
      ${factList(application, words)}
      ${warning !== undefined && html`<p class="note warning">${warning}</p>`}
    </section>
    ${warning === undefined && tokenCard(application, baseUrl, words)}
    ${application.actsAs !== null && permissionCard(application.actsAs, words)}
    ${application.clientType === 'confidential' && secretCard(visitor, paths.secret(applicationId), words)}
    <p class="actions">
      <a class="button danger" href="${paths.delete(applicationId)}"
        >${words.text('application.delete')}</a
      >
    </p>`;
  return layout({ title: name, main, visitor, width: 'medium' }, paths);
}

function factList(
  { clientType, grantType, redirectUris, actsAs, createdAt }: Application,
  words: Words,
): Html {
  const uris = html`<ul>
    ${redirectUris.map((uri) => html`<li><code>${uri}</code></li>`)}
  </ul>`;
  return html`<dl class="facts">
    ${detailRow(words.text('applications.client-type'), html`${clientTypeName(clientType, words)}`)}
    ${detailRow(words.text('applications.grant-type'), html`${grantTypeName(grantType, words)}`)}
    ${redirectUris.length > 0 && detailRow(words.text('applications.redirect-uris'), uris)}
    ${actsAs !== null && detailRow(words.text('application.acts-as'), html`<code>${actsAs}</code>`)}
    ${detailRow(words.text('applications.registered'), dateElement(createdAt, words))}
  </dl>`;
}

function detailRow(term: string, description: Html): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

function tokenCard({ grantType, clientId }: Application, baseUrl: string, words: Words): Html {
  const lines =
    grantType === 'password'
      ? [
          `curl '${baseUrl}/o/token'`,
          '-d grant_type=password',
          `-d client_id=${clientId}`,
          `--data-urlencode 'username=${words.text('application.your-username')}'`,
          `--data-urlencode 'password=${words.text('application.your-password')}'`,
        ]
      : [
          `curl '${baseUrl}/o/token'`,
          '-d grant_type=client_credentials',
          `-u '${clientId}:${words.text('application.the-secret')}'`,
        ];
  return html`<section class="card" aria-labelledby="token">
    <h2 id="token">${words.text('application.token')}</h2>
    <pre><code>${lines.join(' \\\n  ')}</code></pre>
  </section>`;
}

function permissionCard(actsAs: string, words: Words): Html {
  return html`<section class="card" aria-labelledby="permissions">
    <h2 id="permissions">${words.text('application.rights')}</h2>
    <p>${words.text('application.rights.text')}</p>
    <pre><code>npm run hds -- group add 'Resource Exporter' '${actsAs}'</code></pre>
  </section>`;
}

function secretCard({ formToken }: Visitor, action: string, words: Words): Html {
  return html`<section class="card" aria-labelledby="secret">
    <h2 id="secret">${words.text('applications.client-secret')}</h2>
    <p>${words.text('application.secret.text')}</p>
    <details>
      <summary>${words.text('application.secret.replace')}</summary>
      <p>${words.text('application.secret.warning')}</p>
      <form method="post" action="${action}">
        ${hiddenField('form_token', formToken)}
        <button class="danger">${words.text('application.secret.button')}</button>
      </form>
    </details>
  </section>`;
}
