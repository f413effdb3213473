import type { Application } from '../../model/accounts/application.ts';
import { clientTypeChoices, grantTypeChoices, choiceLabel } from './application-terms.ts';
import type { ApplicationsPage } from '../../queries/applications/applications-page.ts';
import { changeSection } from './change-section.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type PageContext } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import { dateElement } from '../layout/time-elements.ts';

/** Creates the page with the applications of a visitor. @param wasDeleted shows the message that one was deleted */
export function applicationListPage(
  { applications, changes }: ApplicationsPage,
  wasDeleted: boolean,
  { session: visitor, paths }: PageContext,
): Html {
  const registerLink = html`<a class="button" href="${paths.register}">Register an application</a>`;
  const main = html`${
      wasDeleted && html`<p class="note" role="status">The application is deleted.</p>`
    }
    <div class="head">
      <div>
        <h1>Your applications</h1>
        <p class="lead">
          A program needs the client id of an application to get access tokens. Only you see the
          applications that you register; administrators see who changed them.
        </p>
      </div>
      ${applications.length > 0 && registerLink}
    </div>
    ${
      applications.length === 0
        ? emptyList(registerLink)
        : html`<ul class="applications">
            ${applications.map((application) => applicationItem(application, paths))}
          </ul>`
    }
    ${changes.length > 0 && changeSection(changes)}`;
  return layout({ title: 'Your applications', main, visitor }, paths);
}

function emptyList(registerLink: Html): Html {
  return html`<div class="card empty">
    <h2>No application yet</h2>
    <p>One is enough for a whole installation: all its users sign in through it.</p>
    <p>${registerLink}</p>
  </div>`;
}

function applicationItem(application: Application, paths: PagePaths): Html {
  const { applicationId, name, clientId, clientType, grantType, createdAt } = application;
  return html`<li class="card">
    <h2><a href="${paths.application(applicationId)}">${name}</a></h2>
    <dl>
      <div class="wide">
        <dt>Client id</dt>
        <dd><code>${clientId}</code></dd>
      </div>
      <div>
        <dt>Type and grant</dt>
        <dd>
          ${choiceLabel(clientTypeChoices, clientType)}, ${choiceLabel(grantTypeChoices, grantType)}
        </dd>
      </div>
      <div>
        <dt>Registered</dt>
        <dd>${dateElement(createdAt)}</dd>
      </div>
    </dl>
  </li>`;
}
