import { html } from '../layout/html.ts';
import { jsonSection } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { conformanceDocument, LandingPage } from '../../serializers/ogc/landing-page.ts';
import type { OgcPage } from './ogc-page-response.ts';

/** The landing page of OGC API Features. */
export function ogcLandingHtmlPage(document: LandingPage, paths: Site): OgcPage {
  const { words } = paths;
  const main = html`<p class="crumbs">
      <a href="${paths.home}">${words.text('layers.start-page')}</a>
    </p>
    <h1>${words.text('layers.title')}</h1>
    <p class="lead" dir="auto">${paths.instance.description ?? words.text('layers.lead')}</p>
    <section class="card">
      <h2>${words.text('layers.standard')}</h2>
      <ul class="list">
        <li><a href="${paths.collections}">${words.text('layers.collections')}</a></li>
        <li><a href="${paths.ogc}/api">${words.text('layers.api')}</a></li>
        <li><a href="${paths.ogc}/conformance">${words.text('layers.conformance')}</a></li>
      </ul>
    </section>
    <section class="card">
      <h2>${words.text('home.programs')}</h2>
      <p class="hint">
        ${words.text('layers.programs.hint')}
        <code>${document.links.find(({ rel }) => rel === 'self')?.href ?? ''}</code>
      </p>
      <ul class="inline">
        <li><a href="${paths.ogc}?format=json">${words.text('layers.as-json')}</a></li>
        <li><a href="${paths.ogc}/api?format=json">${words.text('layers.openapi')}</a></li>
      </ul>
    </section>`;
  return { title: document.title, main };
}

/** The page of the conformance classes. */
export function conformanceHtmlPage(
  { conformsTo }: typeof conformanceDocument,
  paths: Site,
): OgcPage {
  const { words } = paths;
  const title = words.text('conformance.title');
  const main = html`<p class="crumbs"><a href="${paths.ogc}">${words.text('layers.title')}</a></p>
    <h1>${title}</h1>
    <ul class="card list">
      ${conformsTo.map((uri) => html`<li><a href="${uri}" dir="ltr">${uri}</a></li>`)}
    </ul>
    ${jsonSection(`${paths.ogc}/conformance`, words)}`;
  return { title, main };
}
