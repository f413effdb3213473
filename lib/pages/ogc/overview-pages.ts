import { html } from '../layout/html.ts';
import { jsonSection } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { conformanceDocument, LandingPage } from '../../serializers/ogc/landing-page.ts';
import type { OgcPage } from './ogc-page-response.ts';

/** The landing page of OGC API Features. */
export function ogcLandingHtmlPage(document: LandingPage, paths: PagePaths): OgcPage {
  const main = html`<p class="crumbs"><a href="${paths.home}">Start page</a></p>
    <h1>Layers for maps</h1>
    <p class="lead">${document.description}</p>
    <section class="card">
      <h2>OGC API Features</h2>
      <ul class="list">
        <li><a href="${paths.collections}">The collections</a></li>
        <li><a href="${paths.ogc}/api">The API description</a></li>
        <li><a href="${paths.ogc}/conformance">The conformance classes</a></li>
      </ul>
    </section>
    <section class="card">
      <h2>For programs</h2>
      <p class="hint">
        QGIS, ArcGIS Pro and GDAL read these layers from the address of this page:
        <code>${document.links.find(({ rel }) => rel === 'self')?.href ?? ''}</code>
      </p>
      <ul class="inline">
        <li><a href="${paths.ogc}?format=json">This page as JSON</a></li>
        <li><a href="${paths.ogc}/api?format=json">The OpenAPI document</a></li>
      </ul>
    </section>`;
  return { title: document.title, main };
}

/** The page of the conformance classes. */
export function conformanceHtmlPage(
  { conformsTo }: typeof conformanceDocument,
  paths: PagePaths,
): OgcPage {
  const main = html`<p class="crumbs"><a href="${paths.ogc}">Layers for maps</a></p>
    <h1>Conformance classes</h1>
    <ul class="card list">
      ${conformsTo.map((uri) => html`<li><a href="${uri}">${uri}</a></li>`)}
    </ul>
    ${jsonSection(`${paths.ogc}/conformance`)}`;
  return { title: 'Conformance classes', main };
}
