import type { CollectionDocument } from '../../serializers/ogc/collection-document.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import { emptyList } from '../layout/empty-list.ts';
import { factRow } from '../layout/fact-row.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import type { OgcPage } from './ogc-page-response.ts';

/** The page with the list of collections. */
export function collectionListPage(
  collections: readonly CollectionDocument[],
  paths: Site,
): OgcPage {
  const { words } = paths;
  const title = words.text('collections.title');
  const main = html`<p class="crumbs"><a href="${paths.ogc}">${words.text('layers.title')}</a></p>
    <h1>${title}</h1>
    ${
      collections.length === 0
        ? emptyList(words.text('collections.none'), words)
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
    ${jsonSection(paths.collections, words)}`;
  return { title, main };
}

/** The page of one collection. */
export function collectionPage(collection: CollectionDocument, paths: Site): OgcPage {
  const { words } = paths;
  const main = html`<p class="crumbs">
      <a href="${paths.collections}">${words.text('collections.title')}</a>
    </p>
    <h1 dir="auto">${collection.title}</h1>
    <section class="card">${collectionFacts(collection, paths)}</section>
    ${jsonSection(paths.collection(collection.id), words)}`;
  return { title: collection.title, main };
}

function collectionFacts(collection: CollectionDocument, paths: Site): Html {
  const { id, description, extent, itemType, crs, storageCrs } = collection;
  const itemsPath = `${paths.collection(id)}/items`;
  const { words } = paths;
  const linkValues = { hidden: visuallyHidden, collection: id };
  return html`<p dir="auto">${description}</p>
    <ul class="inline">
      <li><a href="${itemsPath}">${words.html('collection.features', linkValues)}</a></li>
      <li>
        <a href="${itemsPath}?format=geojson">${words.html('collection.geojson', linkValues)}</a>
      </li>
    </ul>
    <dl class="facts">
      ${factRow(words.text('collection.id'), html`<code>${id}</code>`)}
      ${factRow(words.text('collection.item-type'), html`<code>${itemType}</code>`)}
      ${factRow(
        words.text('collection.extent'),
        html`${extent.spatial.bbox.map((box) => html`${box.join(', ')}`)} <br /><small
            ><code>${extent.spatial.crs}</code></small
          >`,
      )}
      ${factRow(words.text('collection.time'), words.html('collection.unlimited'))}
      ${factRow(
        words.text('collection.crs'),
        html`<ul>
          ${crs.map((uri) => html`<li><a href="${uri}" dir="ltr">${uri}</a></li>`)}
        </ul>`,
      )}
      ${factRow(
        words.text('collection.storage-crs'),
        html`<a href="${storageCrs}" dir="ltr">${storageCrs}</a>`,
      )}
    </dl>`;
}
