import type { LandingPage } from '../serializers/ogc/landing-page.ts';
import { html, type Html } from './layout/html.ts';
import { layout } from './layout/layout.ts';
import type { PagePaths } from './layout/paths.ts';

/** The landing page as HTML, with its links as a list. */
export function landingHtmlPage(
  { title, description, links }: LandingPage,
  paths: PagePaths,
): Html {
  const listedLinks = links.filter(({ rel }) => rel !== 'self' && rel !== 'alternate');
  const main = html`<h1>${title}</h1>
    <p class="lead">${description}</p>
    <ul class="card">
      ${listedLinks.map(({ href, title: name = href }) => html`<li><a href="${href}">${name}</a></li>`)}
    </ul>`;
  return layout({ title: 'Welcome', main, width: 'medium' }, paths);
}
