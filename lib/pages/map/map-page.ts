import type { Settings } from '../../settings.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import { searchForm } from '../resources/search-form.ts';
import { mapElement, mapParts } from './map-element.ts';

/** The page with the map: all records that the reader may see, a choice of models, and a list of the records in view. */
export function mapPage(
  reader: Reader,
  canonical: string,
  mapStyle: Settings['mapStyle'],
  paths: PagePaths,
): Html {
  const withoutScript = html`<p>
    The map needs JavaScript. There is also a <a href="${paths.resources}">list of all records</a>.
  </p>`;
  const main = html`<h1>Map</h1>
    <div class="map-page">
      ${mapElement({ isWholePage: true, mapStyle }, withoutScript, paths)}
      <div class="map-side">
        ${searchForm({}, paths)}
        <fieldset id="map-models" class="card" hidden>
          <legend>Models</legend>
        </fieldset>
        <section>
          <h2>In view</h2>
          <p id="map-status" class="hint" role="status"></p>
          <ul id="map-records" class="card list" aria-label="Records in view" hidden></ul>
        </section>
      </div>
    </div>`;
  return layout(
    { title: 'Map', main, width: 'wide', canonical, ...reader, ...mapParts(paths) },
    paths,
  );
}
