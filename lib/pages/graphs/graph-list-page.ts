import { pickText } from '../../model/pick-language.ts';
import { visuallyHidden } from '../layout/visually-hidden.ts';
import type { GraphListContent } from '../../queries/graphs/graph-list-content.ts';
import { compareNaturally } from '../../serializers/concepts/concept-order.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { jsonSection, layout, type Reader } from '../layout/layout.ts';
import type { Site } from '../layout/site.ts';
import { textInLanguage } from '../words/text-in-language.ts';

export type GraphListView = Pick<GraphListContent, 'models'> & {
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
};

/** The page with the list of resource models, sorted by name. */
export function graphListPage({ models, languages, reader }: GraphListView, paths: Site): Html {
  const { words } = paths;
  const items = models
    .map(({ graphId, name, description }) => ({
      graphId,
      name: pickText(name, languages) ?? graphId,
      names: name,
      description,
    }))
    .toSorted((a, b) => compareNaturally(a.name, b.name));
  const main = html`<h1>${words.text('models.title')}</h1>
    ${
      items.length === 0
        ? emptyList(words.text('models.none'), words)
        : html`<ul class="card list">
            ${items.map(
              ({ graphId, name, names, description }) =>
                html`<li>
                  <a href="${paths.graph(graphId)}" dir="auto"
                    >${textInLanguage(names, graphId, languages, words)}</a
                  >
                  <br />
                  ${Boolean(pickText(description, languages)) && html`<small dir="auto">${textInLanguage(description, '', languages, words)}</small> <br />`}
                  <a href="${paths.resources}?graph=${graphId}"
                    >${words.html('models.records', { hidden: visuallyHidden, model: name })}</a
                  >
                </li>`,
            )}
          </ul>`
    }
    ${jsonSection(paths.graphs, words)}`;
  return layout({ title: words.text('models.title'), main, ...reader }, paths);
}
