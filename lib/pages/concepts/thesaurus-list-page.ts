import { emptyList } from '../layout/empty-list.ts';
import { conceptSearchForm } from './concept-search-form.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, type ListPageLinks } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';

export type ThesaurusListView = ListPageLinks & {
  readonly thesauri: readonly {
    readonly id: string;
    readonly nodeType: string;
    readonly name: string;
    readonly conceptCount: number;
  }[];
  /** The type of the listed entries; undefined for both types. */
  readonly nodeType: string | number | undefined;
  readonly reader: Reader;
};

const filters = [
  ['thesauri.all', undefined],
  ['thesauri.thesauri', 'ConceptScheme'],
  ['thesauri.collections', 'Collection'],
] as const;

/** The page with the list of thesauri and collections. */
export function thesaurusListPage(view: ThesaurusListView, paths: Site): Html {
  const { thesauri, nodeType, reader } = view;
  const { words } = paths;
  const title = words.text('thesauri.title');
  const main = html`<h1>${title}</h1>
    ${conceptSearchForm('', paths)}
    <nav aria-label="${words.text('thesauri.types')}">
      <ul class="inline">
        ${filters.map(
          ([key, type]) =>
            html`<li>
              <a
                href="${paths.concepts}${type !== undefined && `?nodetype=${type}`}"
                ${type === nodeType && html`aria-current="page"`}
                >${words.text(key)}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    ${
      thesauri.length === 0
        ? emptyList(words.text('thesauri.none'), words)
        : html`<ul class="card list">
            ${thesauri.map(
              ({ id, nodeType: type, name, conceptCount }) =>
                html`<li>
                  <a href="${paths.concept(id)}" dir="auto">${name}</a> <br />
                  <small
                    >${words.text(type === 'Collection' ? 'thesauri.collection' : 'thesauri.thesaurus', { count: conceptCount })}</small
                  >
                </li>`,
            )}
          </ul>`
    }
    ${pageNavigation(view, words)} ${jsonSection(paths.concepts, words)}`;
  return layout({ title, main, ...reader }, paths);
}
