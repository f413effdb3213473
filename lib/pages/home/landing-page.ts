import type { LandingPage } from '../../serializers/ogc/landing-page.ts';
import { maxModelCount, type CountedModel } from '../../queries/service/landing-page-content.ts';
import type { Settings } from '../../settings.ts';
import type { LatestChange } from '../../queries/history/latest-changes.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { mapElement, mapParts } from '../map/map-element.ts';
import { nameModels } from '../resources/resource-list-page.ts';
import { searchForm } from '../resources/search-form.ts';
import { changeText } from '../history/change-text.ts';
import { englishText } from '../words/english-text.ts';
import { textInLanguage } from '../words/text-in-language.ts';

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
  const { title, links } = view.landingPage;
  const { words } = paths;
  const main = html`<h1 dir="auto">${title}</h1>
    <p class="lead" dir="auto">${paths.instance.description ?? words.text('home.lead')}</p>
    ${view.models.length > 0 && searchForm({}, paths)} ${modelCounts(view, paths)}
    ${view.models.length > 0 && landingMap(view, paths)} ${latestChanges(view, paths)}
    <section class="card">
      <h2>${words.text('home.programs')}</h2>
      <ul class="list">
        ${linksForPrograms(links).map(
          ({ href, title: name = href }) =>
            html`<li><a href="${href}">${englishText(name, words)}</a></li>`,
        )}
      </ul>
    </section>`;
  const mapLayoutParts = view.models.length > 0 ? mapParts(paths) : {};
  return layout(
    { title: words.text('home.welcome'), main, width: 'medium', ...view.reader, ...mapLayoutParts },
    paths,
  );
}

/** The links to descriptions. The others are in the navigation, or documents of megabytes that no browser shows. */
const linksForPrograms = (links: LandingPage['links']): LandingPage['links'] =>
  links.filter(({ href, rel }) => rel.startsWith('service-') || /\/(?:ogc|graphs)$/.test(href));

function landingMap({ mapStyle }: LandingView, paths: Site): Html {
  const { words } = paths;
  const withoutScript = html`<p>${words.text('map.needs-script')}</p>`;
  return html`<h2>${words.text('home.map')}</h2>
    ${mapElement({ isWholePage: false, mapStyle }, withoutScript, paths)}
    <p><a href="${paths.map}">${words.text('home.open-map')}</a></p>`;
}

function modelCounts({ models, languages }: LandingView, paths: Site): Html {
  const { words } = paths;
  if (models.length === 0)
    return html`<div class="card empty">
      <h2>${words.text('home.no-records')}</h2>
      <p>${words.text('home.no-records.hint')}</p>
    </div>`;
  return html`<h2>${words.text('home.records')}</h2>
    <ul class="counts">
      ${models.map(
        ({ graphId, name, count }) =>
          html`<li class="card">
            <b
              >${count > maxModelCount ? words.text('home.over', { count: maxModelCount }) : words.number(count)}</b
            >
            <a href="${paths.resources}?graph=${graphId}" dir="auto"
              >${textInLanguage(name, graphId, languages, paths.words)}</a
            >
          </li>`,
      )}
    </ul>
    <p><a href="${paths.resources}">${words.text('home.all-records')}</a></p>`;
}

function latestChanges({ changes, models, languages }: LandingView, paths: Site): Html | false {
  if (changes.length === 0) return false;
  const modelNames = nameModels(models, languages, paths.words);
  return html`<h2>${paths.words.text('home.changes')}</h2>
    <ul class="card list">
      ${changes.map(
        ({ resourceId, graphId, names, ...change }) =>
          html`<li>
            <a href="${paths.resource(resourceId)}" dir="auto"
              >${textInLanguage(names, resourceId, languages, paths.words)}</a
            >
            <br /><small
              >${changeText({ ...change, username: null }, paths.words)} ·
              <span dir="auto">${modelNames.get(graphId) ?? ''}</span></small
            >
          </li>`,
      )}
    </ul>`;
}
