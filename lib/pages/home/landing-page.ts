import { formatNumber } from '../../http/parameters/types/numbers.ts';
import type { LandingPage } from '../../serializers/ogc/landing-page.ts';
import { pickText } from '../../model/pick-language.ts';
import { maxModelCount, type CountedModel } from '../../queries/service/landing-page-content.ts';
import type { Settings } from '../../settings.ts';
import type { LatestChange } from '../../queries/history/latest-changes.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { timeElement } from '../layout/time-elements.ts';
import { mapElement, mapParts } from '../map/map-element.ts';
import { nameModels } from '../resources/resource-list-page.ts';
import { searchForm } from '../resources/search-form.ts';
import { changeNames } from '../history/change-names.ts';

export type LandingView = {
  /** The landing page for programs. The HTML page lists its links. */
  readonly landingPage: LandingPage;
  readonly models: readonly CountedModel[];
  readonly changes: readonly LatestChange[];
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
  readonly mapStyle: Settings['mapStyle'];
};

/** The landing page as HTML: the models with the numbers of their records, and links to every part of the service. */
export function landingHtmlPage(view: LandingView, paths: Site): Html {
  const { title, description, links } = view.landingPage;
  const main = html`<h1>${title}</h1>
    <p class="lead">${description}</p>
    ${view.models.length > 0 && searchForm({}, paths)} ${modelCounts(view, paths)}
    ${view.models.length > 0 && landingMap(view, paths)} ${latestChanges(view, paths)}
    <section class="card">
      <h2>For programs</h2>
      <ul class="list">
        ${linksForPrograms(links).map(
          ({ href, title: name = href }) => html`<li><a href="${href}">${name}</a></li>`,
        )}
      </ul>
    </section>`;
  const mapLayoutParts = view.models.length > 0 ? mapParts(paths) : {};
  return layout(
    { title: 'Welcome', main, width: 'medium', ...view.reader, ...mapLayoutParts },
    paths,
  );
}

/** The links to descriptions. The others are in the navigation, or documents of megabytes that no browser shows. */
const linksForPrograms = (links: LandingPage['links']): LandingPage['links'] =>
  links.filter(({ href, rel }) => rel.startsWith('service-') || /\/(?:ogc|graphs)$/.test(href));

function landingMap({ mapStyle }: LandingView, paths: PagePaths): Html {
  return html`<h2>On the map</h2>
    ${mapElement({ isWholePage: false, mapStyle }, html`<p>The map needs JavaScript.</p>`, paths)}
    <p><a href="${paths.map}">Open the map</a></p>`;
}

function modelCounts({ models, languages }: LandingView, paths: PagePaths): Html {
  if (models.length === 0)
    return html`<div class="card empty">
      <h2>No records to show</h2>
      <p>You may not see any records, or there are none. Sign in if you have an account.</p>
    </div>`;
  return html`<h2>Records</h2>
    <ul class="counts">
      ${models.map(
        ({ graphId, name, count }) =>
          html`<li class="card">
            <b
              >${count > maxModelCount ? `over ${formatNumber(maxModelCount)}` : formatNumber(count)}</b
            >
            <a href="${paths.resources}?graph=${graphId}" dir="auto"
              >${pickText(name, languages) ?? graphId}</a
            >
          </li>`,
      )}
    </ul>
    <p><a href="${paths.resources}">All records</a></p>`;
}

function latestChanges(
  { changes, models, languages }: LandingView,
  paths: PagePaths,
): Html | false {
  if (changes.length === 0) return false;
  const modelNames = nameModels(models, languages);
  return html`<h2>Latest changes</h2>
    <ul class="card list">
      ${changes.map(
        ({ resourceId, graphId, type, endTime, names }) =>
          html`<li>
            <a href="${paths.resource(resourceId)}" dir="auto"
              >${pickText(names, languages) ?? resourceId}</a
            >
            <br /><small
              >${changeNames[type]} ${timeElement(endTime)} ·
              <span dir="auto">${modelNames.get(graphId) ?? ''}</span></small
            >
          </li>`,
      )}
    </ul>`;
}
