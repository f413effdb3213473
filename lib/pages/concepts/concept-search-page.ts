import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { conceptSearchForm } from './concept-search-form.ts';

export type ConceptSearchView = ListPageLinks & {
  readonly words: string;
  readonly concepts: readonly {
    readonly id: string;
    readonly name: string;
    /** The label that has the words, if it is another one. */
    readonly matched: string | null;
  }[];
  readonly reader: Reader;
};

/** The page of the concepts whose labels match some words, the best match first. */
export function conceptSearchPage(view: ConceptSearchView, paths: Site): Html {
  const { words, concepts, reader } = view;
  const title = paths.words.text('concept-search.title', { words });
  const main = html`<p class="crumbs">
      <a href="${paths.concepts}">${paths.words.text('navigation.thesaurus')}</a>
    </p>
    <h1 dir="auto">${title}</h1>
    ${conceptSearchForm(words, paths)}
    ${
      concepts.length === 0
        ? emptyList(paths.words.text('concept-search.none'), paths.words)
        : html`<ul class="card list">
            ${concepts.map(
              ({ id, name, matched }) =>
                html`<li>
                  <a href="${paths.concept(id)}" dir="auto">${name}</a>
                  ${matched !== null && html`<br /><small dir="auto">${matched}</small>`}
                </li>`,
            )}
          </ul>`
    }
    ${pageNavigation(view, paths.words)}`;
  return layout({ title, main, ...reader, isIndexed: false }, paths);
}
