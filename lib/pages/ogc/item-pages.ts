import { formatNumber } from '../../http/parameters/types/numbers.ts';
import { emptyList } from '../layout/empty-list.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';
import { mapParts } from '../map/map-element.ts';
import { placeFigure } from '../map/place-figure.ts';
import { dateInWords } from '../resources/date-in-words.ts';
import type { Outline } from '../resources/outline.ts';
import type { Settings } from '../../settings.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';
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
export function itemListPage(view: ItemListView, paths: PagePaths): OgcPage {
  const { collectionId, features, numberMatched, itemQuery } = view;
  const itemsPath = `${paths.collection(collectionId)}/items`;
  const title = `Features of ${collectionId}`;
  const main = html`${collectionCrumb(collectionId, paths)}
    <h1 dir="auto">${title}</h1>
    <p class="lead">
      ${formatNumber(features.length)} on this
      page${numberMatched !== undefined && `, ${formatNumber(numberMatched)} in total`}
    </p>
    ${
      features.length === 0
        ? emptyList('There are no features that you may see.')
        : html`<ul class="card list">
            ${features.map(
              (feature) =>
                html`<li>
                  <a href="${itemsPath}/${feature.gid}${itemQuery}" dir="auto"
                    >${featureHeading(feature)}</a
                  >
                  <br /><small>Feature ${feature.gid}, ${geometryType(feature)}</small>
                  <details>
                    <summary>
                      Values<span class="visually-hidden"> of feature ${feature.gid}</span>
                    </summary>
                    ${featureFacts(feature, paths)}
                  </details>
                </li>`,
            )}
          </ul>`
    }
    ${pageNavigation(view)} ${geoJsonSection(view.geoJsonPath, view.crs)}`;
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
  paths: PagePaths,
): OgcPage {
  const title = featureHeading(feature);
  const main = html`${collectionCrumb(collectionId, paths)}
    <h1 dir="auto">${title}</h1>
    ${outline && placeFigure(outline, feature.resourceId, mapStyle, paths)}
    <section class="card">${featureFacts(feature, paths)}</section>
    ${geoJsonSection(geoJsonPath, crs)}`;
  return { title, main, map: outline && mapParts(paths) };
}

function collectionCrumb(collectionId: string, paths: PagePaths): Html {
  return html`<p class="crumbs">
    <a href="${paths.collection(collectionId)}" dir="auto">${collectionId}</a>
  </p>`;
}

function geometryType({ geometry }: ShownFeature): string {
  return geometry?.type ?? 'without a geometry';
}

function featureFacts(feature: ShownFeature, paths: PagePaths): Html {
  const { gid, resourceId, name, geometry, properties, ids } = feature;
  const recordPath = paths.resource(encodeURIComponent(resourceId));
  return html`<dl class="facts">
      ${factRow('Record', html`<a href="${recordPath}" dir="auto">${name || resourceId}</a>`)}
      ${properties.map((property) => factRow(property.name, propertyHtml(property)))}
      ${factRow('Geometry', html`${geometryType(feature)}`)}
    </dl>
    <details>
      <summary>Ids and coordinates<span class="visually-hidden"> of feature ${gid}</span></summary>
      <dl class="facts">
        ${factRow('id', html`<code>${gid}</code>`)}
        ${factRow('resourceinstanceid', html`<code>${resourceId}</code>`)}
        ${ids.map((id) => factRow(id.name, html`<code>${id.value ?? ''}</code>`))}
        ${geometry !== null && factRow('geometry', html`<code>${geometry.geoJson}</code>`)}
      </dl>
    </details>`;
}

function propertyHtml({ value, isDate }: ShownFeature['properties'][number]): Html {
  if (value === null) return html`<span class="hint">none</span>`;
  return isDate ? dateInWords(value) : html`<span dir="auto">${value}</span>`;
}

function geoJsonSection(path: string, crs: string): Html {
  return html`<section class="card">
    <h2>Other formats</h2>
    <ul class="inline">
      <li><a href="${path}">GeoJSON</a></li>
    </ul>
    <p class="hint">Coordinates: <a href="${crs}">${crs}</a></p>
  </section>`;
}
