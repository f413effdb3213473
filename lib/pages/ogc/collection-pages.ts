import type { CollectionDocument } from '../../serializers/ogc/collection-document.ts';
import { emptyList } from '../layout/empty-list.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { OgcPage } from './ogc-page-response.ts';

/** The page with the list of collections. */
export function collectionListPage(
  collections: readonly CollectionDocument[],
  paths: PagePaths,
): OgcPage {
  const main = html`<p class="crumbs"><a href="${paths.ogc}">Layers for maps</a></p>
    <h1>Collections</h1>
    ${
      collections.length === 0
        ? emptyList('There are no layers that you may read.')
        : collections.map(
            (collection) =>
              html`<section class="card">
                <h2>
                  <a href="${paths.collection(collection.id)}" dir="auto">${collection.title}</a>
                </h2>
                ${collectionFacts(collection, paths)}
              </section>`,
          )
    }
    ${jsonSection(paths.collections)}`;
  return { title: 'Collections', main };
}

/** The page of one collection. */
export function collectionPage(collection: CollectionDocument, paths: PagePaths): OgcPage {
  const main = html`<p class="crumbs"><a href="${paths.collections}">Collections</a></p>
    <h1 dir="auto">${collection.title}</h1>
    <section class="card">${collectionFacts(collection, paths)}</section>
    ${jsonSection(paths.collection(collection.id))}`;
  return { title: collection.title, main };
}

function collectionFacts(collection: CollectionDocument, paths: PagePaths): Html {
  const { id, description, extent, itemType, crs, storageCrs } = collection;
  const itemsPath = `${paths.collection(id)}/items`;
  const hiddenLinkText = html`<span class="visually-hidden"> of ${id}</span>`;
  return html`<p dir="auto">${description}</p>
    <ul class="inline">
      <li><a href="${itemsPath}">Features${hiddenLinkText}</a></li>
      <li><a href="${itemsPath}?format=geojson">Features as GeoJSON${hiddenLinkText}</a></li>
    </ul>
    <dl class="facts">
      ${factRow('Id', html`<code>${id}</code>`)} ${factRow('Type of items', html`${itemType}`)}
      ${factRow(
        'Extent: west, south, east, north',
        html`${extent.spatial.bbox.map((box) => html`${box.join(', ')}`)} <br /><small
            ><code>${extent.spatial.crs}</code></small
          >`,
      )}
      ${factRow('Time', html`unlimited`)}
      ${factRow(
        'Coordinate systems',
        html`<ul>
          ${crs.map((uri) => html`<li><a href="${uri}">${uri}</a></li>`)}
        </ul>`,
      )}
      ${factRow('Stored coordinates', html`<a href="${storageCrs}">${storageCrs}</a>`)}
    </dl>`;
}
