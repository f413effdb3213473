import { pickText } from '../../model/pick-language.ts';
import type { GraphListContent } from '../../queries/graphs/graph-list-content.ts';
import { compareNaturally } from '../../serializers/concepts/concept-order.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';

export type GraphListView = Pick<GraphListContent, 'models'> & {
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
};

/** The page with the list of resource models, sorted by name. */
export function graphListPage({ models, languages, reader }: GraphListView, paths: Site): Html {
  const items = models
    .map(({ graphId, name, description }) => ({
      graphId,
      name: pickText(name, languages) ?? graphId,
      description: pickText(description, languages) ?? '',
    }))
    .toSorted((a, b) => compareNaturally(a.name, b.name));
  const main = html`<h1>Models</h1>
    ${
      items.length === 0
        ? emptyList('There are no models that you may see.')
        : html`<ul class="card list">
            ${items.map(
              ({ graphId, name, description }) =>
                html`<li>
                  <a href="${paths.graph(graphId)}" dir="auto">${name}</a> <br />
                  ${description !== '' && html`<small dir="auto">${description}</small> <br />`}
                  <a href="${paths.resources}?graph=${graphId}"
                    >Records<span class="visually-hidden"> of ${name}</span></a
                  >
                </li>`,
            )}
          </ul>`
    }
    ${jsonSection(paths.graphs)}`;
  return layout({ title: 'Models', main, ...reader }, paths);
}
