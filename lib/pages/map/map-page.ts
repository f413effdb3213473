import type { Settings } from '../../settings.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { ValuesByName } from '../../http/request/request.ts';
import { pickConditions } from '../../http/questions/sent-conditions.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import { searchForm } from '../resources/search-form.ts';
import { chosenConditions } from '../search/chosen-conditions.ts';
import { resultFiles } from '../search/result-files.ts';
import { recordFields } from '../search/record-fields.ts';
import { loadingMap, mapElement, mapParts } from './map-element.ts';

type MapPageView = {
  readonly reader: Reader;
  readonly canonical: string;
  readonly mapStyle: Settings['mapStyle'];
  /** The conditions of the records as they were sent, by name; the model included. */
  readonly sent: Readonly<Record<string, string>>;
};

/** The conditions of a map, and the model in which they are searched, without empty ones. */
export const pickMapQuery = (query: ValuesByName): Readonly<Record<string, string>> => {
  const graph = query.get('graph')?.[0] ?? '';
  return Object.fromEntries(
    Object.entries({ graph, ...pickConditions(query) }).filter(([, value]) => value.trim() !== ''),
  );
};

/**
 * The page with the map: the records that the reader may see, a choice of models, and a list of the records in view. With conditions it
 * shows what the search with this query finds.
 */
export function mapPage({ reader, canonical, mapStyle, sent }: MapPageView, paths: Site): Html {
  const isOfAll = Object.keys(sent).length === 0;
  const listPath = isOfAll ? paths.resources : pathWithQuery(paths.search, sent);
  const { words } = paths;
  const withoutScript = html`${loadingMap(words)}
    <p>
      <a href="${listPath}">${words.text(isOfAll ? 'map.list-of-all' : 'map.list-of-found')}</a>
    </p>`;
  const query = pathWithQuery('', sent);
  const main = html`<h1>${words.text('map.title')}</h1>
    ${chosenConditions(
      { sent, groups: [{ heading: '', fields: recordFields(sent, words) }] },
      paths.map,
      words,
    )}
    ${!isOfAll && html`<p><a href="${listPath}">${words.text('map.show-list')}</a></p>`}
    <div class="map-page">
      ${mapElement({ isWholePage: true, mapStyle, query }, withoutScript, paths)}
      <div class="map-side">
        ${searchForm({}, paths)}
        <fieldset id="map-models" class="card" hidden>
          <legend>${words.text('models.title')}</legend>
        </fieldset>
        <section>
          <h2>${words.text('map.in-view')}</h2>
          <p id="map-status" class="hint" role="status"></p>
          <p id="map-detail" class="hint" aria-live="polite"></p>
          <ul id="map-area" class="inline" hidden>
            <li>
              <a href="${pathWithQuery(paths.search, sent)}">${words.text('map.search-area')}</a>
            </li>
            ${resultFiles(sent, paths)}
          </ul>
          <ul
            id="map-records"
            class="card list"
            aria-label="${words.text('map.records-in-view')}"
            hidden
          ></ul>
        </section>
      </div>
    </div>`;
  return layout(
    {
      title: words.text('map.title'),
      main,
      width: 'wide',
      canonical,
      ...reader,
      ...mapParts(paths),
    },
    paths,
  );
}
