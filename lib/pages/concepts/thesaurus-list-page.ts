import { formatNumber } from '../../http/parameters/types/numbers.ts';
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
  ['All', undefined],
  ['Thesauri', 'ConceptScheme'],
  ['Collections', 'Collection'],
] as const;

/** The page with the list of thesauri and collections. */
export function thesaurusListPage(view: ThesaurusListView, paths: Site): Html {
  const { thesauri, nodeType, reader } = view;
  const main = html`<h1>Thesauri and collections</h1>
    ${conceptSearchForm('', paths)}
    <nav aria-label="Types">
      <ul class="inline">
        ${filters.map(
          ([name, type]) =>
            html`<li>
              <a
                href="${paths.concepts}${type !== undefined && `?nodetype=${type}`}"
                ${type === nodeType && html`aria-current="page"`}
                >${name}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    ${
      thesauri.length === 0
        ? emptyList('There are no thesauri or collections of this type.')
        : html`<ul class="card list">
            ${thesauri.map(
              ({ id, nodeType: type, name, conceptCount }) =>
                html`<li>
                  <a href="${paths.concept(id)}" dir="auto">${name}</a> <br />
                  <small
                    >${type === 'Collection' ? 'Collection' : 'Thesaurus'},
                    ${conceptCount === 1 ? '1 concept' : `${formatNumber(conceptCount)} concepts`}</small
                  >
                </li>`,
            )}
          </ul>`
    }
    ${pageNavigation(view)} ${jsonSection(paths.concepts)}`;
  return layout({ title: 'Thesauri and collections', main, ...reader }, paths);
}
