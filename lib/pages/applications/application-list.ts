import type { Application } from '../../model/accounts/application.ts';
import { clientTypeName, grantTypeName } from './application-terms.ts';
import type { ApplicationsPage } from '../../queries/applications/applications-page.ts';
import { changeSection } from './change-section.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type PageContext } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { Words } from '../words/words.ts';
import { dateElement } from '../layout/time-elements.ts';

/** Creates the page with the applications of a visitor. @param wasDeleted shows the message that one was deleted */
export function applicationListPage(
  { applications, changes }: ApplicationsPage,
  wasDeleted: boolean,
  { session: visitor, paths }: PageContext,
): Html {
  const { words } = paths;
  const title = words.text('applications.title');
  const registerLink = html`<a class="button" href="${paths.register}"
    >${words.text('applications.register')}</a
  >`;
  const main = html`${
      wasDeleted && html`<p class="note" role="status">${words.text('applications.deleted')}</p>`
    }
    <div class="head">
      <div>
        <h1>${title}</h1>
        <p class="lead">${words.text('applications.lead')}</p>
      </div>
      ${applications.length > 0 && registerLink}
    </div>
    ${
      applications.length === 0
        ? noApplications(registerLink, words)
        : html`<ul class="applications">
            ${applications.map((application) => applicationItem(application, paths))}
          </ul>`
    }
    ${changes.length > 0 && changeSection(changes, words)}`;
  return layout({ title, main, visitor }, paths);
}

function noApplications(registerLink: Html, words: Words): Html {
  return html`<div class="card empty">
    <h2>${words.text('applications.none')}</h2>
    <p>${words.text('applications.one-is-enough')}</p>
    <p>${registerLink}</p>
  </div>`;
}

function applicationItem(application: Application, paths: Site): Html {
  const { words } = paths;
  const { applicationId, name, clientId, clientType, grantType, createdAt } = application;
  return html`<li class="card">
    <h2><a href="${paths.application(applicationId)}" dir="auto">${name}</a></h2>
    <dl>
      <div class="wide">
        <dt>${words.text('applications.client-id')}</dt>
        <dd><code>${clientId}</code></dd>
      </div>
      <div>
        <dt>${words.text('applications.type-and-grant')}</dt>
        <dd>${clientTypeName(clientType, words)}, ${grantTypeName(grantType, words)}</dd>
      </div>
      <div>
        <dt>${words.text('applications.registered')}</dt>
        <dd>${dateElement(createdAt, words)}</dd>
      </div>
    </dl>
  </li>`;
}
