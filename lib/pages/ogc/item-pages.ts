import { emptyList } from '../layout/empty-list.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';

import { mapParts } from '../map/map-element.ts';
import { placeFigure } from '../map/place-figure.ts';
import { geometryName } from '../resources/geometry-name.ts';
import { dateInWords } from '../resources/value-html.ts';
import type { Outline } from '../resources/outline.ts';
import type { Settings } from '../../settings.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import type { Words } from '../words/words.ts';
import type { OgcPage } from './ogc-page-response.ts';
import { featureHeading, type ShownFeature } from './shown-feature.ts';

export type ItemListView = ListPageLinks & {
  readonly collectionId: string;
  readonly features: readonly ShownFeature[];
  /** The number of features on all pages, if it is known. */
  readonly numberMatched: number | undefined;
  /** The URI of the coordinate reference system. */
  readonly crs: string;
  /** The query of links to features, such as `?crs=…`; empty if they need none. */
  readonly itemQuery: string;
  /** The path of the same page as GeoJSON. */
  readonly geoJsonPath: string;
};

/** A page of the features of a collection. */
export function itemListPage(view: ItemListView, paths: Site): OgcPage {
  const { collectionId, features, numberMatched, itemQuery } = view;
  const itemsPath = `${paths.collection(collectionId)}/items`;
  const { words } = paths;
  const title = words.text('features.title', { collection: collectionId });
  const main = html`${collectionCrumb(collectionId, paths)}
    <h1 dir="auto">${title}</h1>
    <p class="lead">
      ${
        numberMatched === undefined
          ? words.text('features.count', { count: features.length })
          : words.text('features.count-of', { count: features.length, total: numberMatched })
      }
    </p>
    ${
      features.length === 0
        ? emptyList(words.text('features.none'), words)
        : html`<ul class="card list">
            ${features.map(
              (feature) =>
                html`<li>
                  <a href="${itemsPath}/${feature.gid}${itemQuery}" dir="auto"
                    >${featureHeading(feature, words)}</a
                  >
                  <br /><small>${numberAndGeometry(feature, words)}</small>
                  <details>
                    <summary>
                      ${words.html('features.values', {
                        hidden: visuallyHidden,
                        gid: String(feature.gid),
                      })}
                    </summary>
                    ${featureFacts(feature, paths)}
                  </details>
                </li>`,
            )}
          </ul>`
    }
    ${pageNavigation(view, words)} ${geoJsonSection(view.geoJsonPath, view.crs, words)}`;
  return { title, main };
}

export type ItemView = Pick<ItemListView, 'collectionId' | 'crs' | 'geoJsonPath'> & {
  readonly feature: ShownFeature;
  /** Its geometry in degrees; undefined in another coordinate reference system. */
  readonly outline: Outline | undefined;
  readonly mapStyle: Settings['mapStyle'];
};

/** The page of one feature. */
export function itemPage(
  { collectionId, crs, geoJsonPath, feature, outline, mapStyle }: ItemView,
  paths: Site,
): OgcPage {
  const { words } = paths;
  const title = featureHeading(feature, words);
  const main = html`${collectionCrumb(collectionId, paths)}
    <h1 dir="auto">${title}</h1>
    ${outline && placeFigure(outline, feature.resourceId, mapStyle, paths)}
    <section class="card">${featureFacts(feature, paths)}</section>
    ${geoJsonSection(geoJsonPath, crs, words)}`;
  return { title, main, map: outline && mapParts(paths) };
}

function collectionCrumb(collectionId: string, paths: Site): Html {
  return html`<p class="crumbs">
    <a href="${paths.collection(collectionId)}" dir="auto">${collectionId}</a>
  </p>`;
}

const geometryType = ({ geometry }: ShownFeature, words: Words): string =>
  geometry === null ? words.text('feature.no-geometry') : geometryName(geometry.type, words);

const numberAndGeometry = (feature: ShownFeature, words: Words): string =>
  words.text('features.number-and-geometry', {
    gid: String(feature.gid),
    geometry: geometryType(feature, words),
  });

function featureFacts(feature: ShownFeature, paths: Site): Html {
  const { gid, resourceId, name, geometry, properties, ids } = feature;
  const { words } = paths;
  const recordPath = paths.resource(encodeURIComponent(resourceId));
  return html`<dl class="facts">
      ${factRow(
        words.text('feature.record'),
        html`<a href="${recordPath}" dir="auto">${name || resourceId}</a>`,
      )}
      ${properties.map((property) => factRow(property.name, propertyHtml(property, words)))}
      ${factRow(words.text('feature.geometry'), html`${geometryType(feature, words)}`)}
    </dl>
    <details>
      <summary>${words.html('feature.ids', { hidden: visuallyHidden, gid: String(gid) })}</summary>
      <dl class="facts">
        ${factRow('id', html`<code>${gid}</code>`)}
        ${factRow('resourceinstanceid', html`<code>${resourceId}</code>`)}
        ${ids.map((id) => factRow(id.name, html`<code>${id.value ?? ''}</code>`))}
        ${geometry !== null && factRow('geometry', html`<code>${geometry.geoJson}</code>`)}
      </dl>
    </details>`;
}

function propertyHtml({ value, isDate }: ShownFeature['properties'][number], words: Words): Html {
  if (value === null) return html`<span class="hint">${words.text('feature.no-value')}</span>`;
  return isDate ? dateInWords(value, words) : html`<span dir="auto">${value}</span>`;
}

function geoJsonSection(path: string, crs: string, words: Words): Html {
  return html`<section class="card">
    <h2>${words.text('formats.title')}</h2>
    <ul class="inline">
      <li><a href="${path}">${words.text('downloads.geojson')}</a></li>
    </ul>
    <p class="hint">
      ${words.html('feature.crs', { crs: html`<a href="${crs}" dir="ltr">${crs}</a>` })}
    </p>
  </section>`;
}
