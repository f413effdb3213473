import { html, type Html } from '../layout/html.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { Words } from '../words/words.ts';
import type { FacetEntry } from './facet-trees.ts';
import type { PageFacet, PageFacets } from './page-facets.ts';

type LinkOptions = {
  /** The conditions as they were sent, by name. */
  readonly sent: Readonly<Record<string, string>>;
  /** The page of the links. */
  readonly path: string;
  readonly words: Words;
};

/** The values that narrow a search, each as a link to the records that it counts. */
export function facetLists(
  { facets, counted, isComplete }: PageFacets,
  options: LinkOptions,
): Html | false {
  const { words } = options;
  if (facets.length === 0) return false;
  return html`<section class="card" aria-labelledby="narrower">
    <h2 id="narrower">${words.text('search.narrow')}</h2>
    ${!isComplete && html`<p class="hint">${words.text('search.counted', { count: counted })}</p>`}
    <div class="facets">
      ${facets.map(
        (facet) =>
          html`<details>
            <summary dir="auto">${facet.heading}</summary>
            ${entryList(facet, facet.entries, options, options.sent[facet.parameter] === undefined)}
          </details>`,
      )}
    </div>
  </section>`;
}

/**
 * Lists entries as links. A condition that the search has already can only be replaced by a narrower one: by another value, the search would
 * find other records than are counted.
 */
function entryList(
  facet: PageFacet,
  entries: readonly FacetEntry[],
  options: LinkOptions,
  isLinked: boolean,
): Html | false {
  if (entries.length === 0) return false;
  const { sent, path, words } = options;
  return html`<ul>
    ${entries.map(({ value, label, count, below }) => {
      const name = html`<span dir="auto">${label}</span>`;
      return html`<li>
        ${
          isLinked
            ? html`<a href="${pathWithQuery(path, { ...sent, [facet.parameter]: value })}"
                >${name}</a
              >`
            : name
        }
        <small>${words.number(count)}</small>
        ${entryList(facet, below, options, isLinked || sent[facet.parameter] === value)}
      </li>`;
    })}
  </ul>`;
}
