import type { NameMatchKind } from '../../model/descriptors/name-match.ts';
import { pickText } from '../../model/pick-language.ts';
import { compareNaturally } from '../../serializers/concepts/concept-order.ts';
import type { ListedModel } from '../../queries/graphs/listed-model.ts';
import { emptyList } from '../layout/empty-list.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import { pageNavigation, pathWithQuery } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { textInLanguage } from '../words/text-in-language.ts';
import type { Words } from '../words/words.ts';
import { listedCredit, listedPicture, type ListedPicture } from './listed-picture.ts';
import { listSummary } from './list-summary.ts';
import { searchForm } from './search-form.ts';

type ListedResource = {
  readonly resourceId: string;
  readonly graphId: string;
  /** The names by language tag. */
  readonly names: Readonly<Record<string, string>>;
  /** How the name matches the search, or that a value does; undefined in a list. */
  readonly kind?: NameMatchKind | 'value';
  /** Its first picture. */
  readonly listed?: ListedPicture;
};

export type ResourceListView = {
  readonly resources: readonly ListedResource[];
  /** The resource models that the reader may see. */
  readonly models: readonly ListedModel[];
  /** The text of the search; undefined for a list. */
  readonly words: string | undefined;
  /** The requested model: its id or slug. */
  readonly graph: string | undefined;
  /** The requested number of resource instances on a page. */
  readonly limit: number | undefined;
  /** Whether this is the first page of the list. */
  readonly isFirstPage: boolean;
  /** The cursor of the next page; undefined if this is the last one. */
  readonly nextCursor: string | undefined;
  /** How many there are on all pages, up to one more than `maxListCount`; undefined if they are not counted. */
  readonly count: number | undefined;
  /** Language tags, preferred first. */
  readonly languages: readonly string[];
  readonly reader: Reader;
};

/** The page of a list of resource instances, or of a search, with a filter by model. */
export function resourceListPage(view: ResourceListView, paths: Site): Html {
  const { resources, words: searched, nextCursor, languages } = view;
  const { words } = paths;
  const modelNames = nameModels(view.models, languages, words);
  const title =
    searched === undefined
      ? words.text('records.title')
      : words.text('records.search-title', { words: searched });
  const main = html`<h1 dir="auto">${title}</h1>
    ${searchForm(view, paths)}${modelFilter(view, modelNames, paths)} ${listSummary(view, words)}
    ${
      resources.length === 0
        ? emptyList(
            words.text(searched === undefined ? 'records.none' : 'records.none-like-this'),
            words,
          )
        : matchSections(view, modelNames, paths)
    }
    ${pageNavigation(
      {
        isFirstPage: view.isFirstPage,
        firstPath: listPath(view, paths),
        nextPath: nextCursor === undefined ? undefined : listPath(view, paths, nextCursor),
      },
      words,
    )}`;
  return layout({ title, main, ...view.reader }, paths);
}

/** Sorts models by their names in the language of the reader. */
export const sortByName = <Model extends ListedModel>(
  models: readonly Model[],
  languages: readonly string[],
): readonly Model[] =>
  models.toSorted((one, other) =>
    compareNaturally(
      pickText(one.name, languages) ?? one.graphId,
      pickText(other.name, languages) ?? other.graphId,
    ),
  );

/** The names of models by id, in their order, in the language of the reader. */
export function nameModels(
  models: readonly ListedModel[],
  languages: readonly string[],
  words: Words,
): ReadonlyMap<string, Html> {
  return new Map(
    sortByName(models, languages).map(({ graphId, name }) => [
      graphId,
      textInLanguage(name, graphId, languages, words),
    ]),
  );
}

/** A list of links to resource instances with their models and first pictures. */
export function resourceList(
  resources: readonly ListedResource[],
  {
    modelNames,
    languages,
  }: {
    readonly modelNames: ReadonlyMap<string, Html>;
    readonly languages: readonly string[];
  },
  paths: Site,
): Html {
  const item = ({ resourceId, graphId, names, listed }: ListedResource): Html => {
    const text = html`<a href="${paths.resource(resourceId)}" dir="auto"
        >${textInLanguage(names, resourceId, languages, paths.words)}</a
      >
      <br /><small dir="auto">${modelNames.get(graphId) ?? ''}</small>`;
    if (listed === undefined) return html`<li>${text}</li>`;
    const credit = listedCredit(listed, { languages, paths });
    return html`<li class="pictured">
      ${listedPicture(listed, { languages, paths })}
      <div>${text}${credit && html`<br />${credit}`}</div>
    </li>`;
  };
  return html`<ul class="card list">
    ${resources.map(item)}
  </ul>`;
}

/** Lists the resource instances; similar names, and what is found by values, have headings of their own. */
export function matchSections(
  { resources, languages }: Pick<ResourceListView, 'resources' | 'languages'>,
  modelNames: ReadonlyMap<string, Html>,
  paths: Site,
): readonly Html[] {
  const list = (listed: readonly ListedResource[]): Html =>
    resourceList(listed, { modelNames, languages }, paths);
  const similar = resources.filter(({ kind }) => kind === 'similar');
  const byValues = resources.filter(({ kind }) => kind === 'value');
  const others = resources.filter(({ kind }) => kind !== 'similar' && kind !== 'value');
  return [
    ...(others.length === 0 ? [] : [list(others)]),
    ...(similar.length === 0
      ? []
      : [html`<h2>${paths.words.text('records.similar')}</h2>`, list(similar)]),
    ...(byValues.length === 0
      ? []
      : [html`<h2>${paths.words.text('records.with-words')}</h2>`, list(byValues)]),
  ];
}

function modelFilter(
  { graph, models, words, limit }: ResourceListView,
  modelNames: ReadonlyMap<string, Html>,
  paths: Site,
): Html {
  const requestedGraphId = models.find(
    ({ graphId, slug }) => graph === graphId || graph === slug,
  )?.graphId;
  const filterItem = (path: string, name: string | Html, isCurrent: boolean): Html =>
    isCurrent
      ? html`<li><a href="${path}" aria-current="page" dir="auto">${name}</a></li>`
      : html`<li><a href="${path}" dir="auto">${name}</a></li>`;
  return html`<nav aria-label="${paths.words.text('models.title')}">
    <ul class="inline">
      ${filterItem(listPath({ words, limit }, paths), paths.words.text('records.all-models'), graph === undefined)}
      ${[...modelNames].map(([graphId, name]) =>
        filterItem(
          listPath({ words, limit, graph: graphId }, paths),
          name,
          graphId === requestedGraphId,
        ),
      )}
    </ul>
  </nav>`;
}

/** The path of a page of the list. @param cursor undefined for the first page */
function listPath(
  {
    words,
    graph,
    limit,
  }: Pick<ResourceListView, 'words' | 'limit'> & Partial<Pick<ResourceListView, 'graph'>>,
  paths: Site,
  cursor?: string,
): string {
  return pathWithQuery(paths.resources, { q: words, graph, limit, cursor });
}
