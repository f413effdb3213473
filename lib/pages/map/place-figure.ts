import type { Settings } from '../../settings.ts';
import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { Outline } from '../resources/outline.ts';
import { mapElement } from './map-element.ts';

/** The place of a resource instance on a map or, without scripts, as a drawing. */
export const placeFigure = (
  { drawing, bounds, centre, position }: Outline,
  resourceId: string,
  mapStyle: Settings['mapStyle'],
  paths: Site,
): Html =>
  html`<figure class="card place">
    <h2>${paths.words.text('place.title')}</h2>
    ${mapElement({ resource: { id: resourceId, bounds }, isWholePage: false, mapStyle }, drawing ?? html``, paths)}
    <figcaption>
      ${position} ·
      <a href="${pathWithQuery(paths.search, { near: `${centre},1000` })}"
        >${paths.words.text('place.nearby')}</a
      >
    </figcaption>
  </figure>`;
