import { pickText } from '../../model/pick-language.ts';
import type { ResourceListPage } from '../../queries/resources/resource-list-page.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';

export type ResourceListView = Pick<ResourceListPage, 'resources' | 'models'> & {
  /** The requested model: its id or slug. */
  readonly graph: string | undefined;
  /** Whether this is the first page of the list. */
  readonly isFirstPage: boolean;
  /** The cursor of the next page; undefined if this is the last one. */
  readonly nextCursor: string | undefined;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
};

/** The page of a list of resource instances, with a filter by model. */
export function resourceListPage(view: ResourceListView, paths: PagePaths): Html {
  const { resources, languages } = view;
  const modelNames = new Map(
    view.models.map(({ graphId, name }) => [graphId, pickText(name, languages) ?? graphId]),
  );
  const main = html`<h1>Records</h1>
    ${modelFilter(view, modelNames, paths)}
    ${
      resources.length === 0
        ? html`<div class="card empty">
            <h2>Nothing to show</h2>
            <p>There are no records here that you may see.</p>
          </div>`
        : html`<ul class="card list">
            ${resources.map(
              ({ resourceId, graphId, names }) =>
                html`<li>
                  <a href="${paths.resource(resourceId)}" dir="auto"
                    >${pickText(names, languages) ?? resourceId}</a
                  >
                  <br /><small dir="auto">${modelNames.get(graphId) ?? ''}</small>
                </li>`,
            )}
          </ul>`
    }
    ${pageLinks(view, paths)}`;
  return layout({ title: 'Records', main, ...view.reader }, paths);
}

function modelFilter(
  { graph, models }: ResourceListView,
  modelNames: ReadonlyMap<string, string>,
  paths: PagePaths,
): Html {
  const current = models.find(({ graphId, slug }) => graph === graphId || graph === slug)?.graphId;
  const item = (path: string, name: string, isCurrent: boolean): Html =>
    isCurrent
      ? html`<li><a href="${path}" aria-current="page" dir="auto">${name}</a></li>`
      : html`<li><a href="${path}" dir="auto">${name}</a></li>`;
  return html`<nav aria-label="Models">
    <ul class="inline">
      ${item(paths.resources, 'All', graph === undefined)}
      ${[...modelNames].map(([graphId, name]) =>
        item(`${paths.resources}?graph=${graphId}`, name, graphId === current),
      )}
    </ul>
  </nav>`;
}

function pageLinks(
  { graph, isFirstPage, nextCursor }: ResourceListView,
  paths: PagePaths,
): Html | false {
  if (isFirstPage && nextCursor === undefined) return false;
  const link = (cursor: string | undefined, text: string): Html => {
    const query = new URLSearchParams({
      ...(graph === undefined ? {} : { graph }),
      ...(cursor === undefined ? {} : { cursor }),
    }).toString();
    return html`<a class="button plain" href="${paths.resources}${query === '' ? '' : `?${query}`}"
      >${text}</a
    >`;
  };
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirstPage && link(undefined, 'First page')}
    ${nextCursor !== undefined && link(nextCursor, 'Next page')}
  </nav>`;
}
