import { pickText } from '../../model/pick-language.ts';
import { emptyList } from '../layout/empty-list.ts';
import { formProblemSummary } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import { pageNavigation, pathWithQuery } from '../layout/page-navigation.ts';
import type { Site } from '../layout/site.ts';
import { matchSections, nameModels } from '../resources/resource-list-page.ts';
import type { Words } from '../words/words.ts';
import type { SearchPageView } from './search-page-view.ts';
import { chosenConditions } from './chosen-conditions.ts';
import { facetLists } from './facet-lists.ts';
import { fileItem, resultFiles } from './result-files.ts';
import { ignoredNotice } from './ignored-notice.ts';
import { searchField } from './search-fields.ts';

/** A form with more fields opens only the groups that the search uses. */
const maxOpenFields = 16;

/** The page that searches by values, place, time and relations. Its address is that of the question: GET /resources/ takes the same query. */
export function searchPage(view: SearchPageView, paths: Site): Html {
  const { sent, problems, page } = view;
  const { words } = paths;
  const title = words.text('search.title');
  const isShort = view.groups.flatMap(({ fields }) => fields).length <= maxOpenFields;
  const main = html`<h1>${title}</h1>
    ${formProblemSummary(problems, words)}
    ${view.isFormer && html`<p class="note">${words.text('search.former')}</p>`}
    ${ignoredNotice(view.ignored, words)} ${chosenConditions(view, paths.search, words)}
    ${page !== undefined && html`<p><a href="#conditions">${words.text('search.change')}</a></p>`}
    ${view.facets !== undefined && facetLists(view.facets, { sent, path: paths.search, words })}
    ${page === undefined ? '' : results(view, page, paths)}
    <form
      class="card"
      id="conditions"
      action="${paths.search}"
      role="search"
      aria-label="${words.text('search.conditions')}"
    >
      ${modelField(view, words)}
      ${view.groups.map(
        ({ heading, fields }) =>
          html`<details
            ${(isShort || fields.some(({ name, value }) => value !== '' || problems.some(({ field }) => field === name))) && html`open`}
          >
            <summary><span dir="auto">${heading}</span></summary>
            ${fields.map((field) => searchField(field, problems))}
          </details>`,
      )}
      <p class="actions">
        <button>${words.text('search.button')}</button>
        <a class="button plain" href="${paths.search}">${words.text('search.start-again')}</a>
      </p>
    </form>`;
  return layout(
    { title, main, width: 'medium', isIndexed: Object.keys(sent).length === 0, ...view.reader },
    paths,
  );
}

function results(
  { sent, models, languages, facets, isFormer }: SearchPageView,
  { resources, isFirstPage, nextCursor }: NonNullable<SearchPageView['page']>,
  paths: Site,
): Html {
  const { words } = paths;
  const modelNames = nameModels(models, languages, paths.words);
  return html`<section aria-labelledby="results">
    <h2 id="results">
      ${
        facets?.isComplete === true
          ? words.html('search.results-counted', { count: facets.counted, small })
          : words.text('search.results')
      }
    </h2>
    ${
      resources.length === 0
        ? emptyList(words.text(nextCursor === undefined ? 'search.none' : 'search.none-yet'), words)
        : matchSections({ resources, languages }, modelNames, paths)
    }
    ${pageNavigation(
      {
        isFirstPage,
        firstPath: pathWithQuery(paths.search, sent),
        nextPath:
          nextCursor === undefined
            ? undefined
            : pathWithQuery(paths.search, { ...sent, cursor: nextCursor }),
      },
      words,
    )}
    ${isFormer ? formerDownloads(sent, paths) : downloads(sent, paths)}
  </section>`;
}

const small = (content: Html): Html => html`<small>${content}</small>`;

/** Links to the same records on the map, and for programs. */
function downloads(sent: Readonly<Record<string, string>>, paths: Site): Html {
  const ids = pathWithQuery(paths.resources, { ...sent, format: 'json' });
  return html`<ul class="inline">
    <li><a href="${pathWithQuery(paths.map, sent)}">${paths.words.text('navigation.map')}</a></li>
    ${[fileItem(paths.words.text('downloads.ids'), 'records.json', ids), ...resultFiles(sent, paths)]}
  </ul>`;
}

/** Links to the same records for programs, at the addresses of the reference platform. */
function formerDownloads(sent: Readonly<Record<string, string>>, paths: Site): Html {
  const { words } = paths;
  const path = `${paths.base}/search/export_results`;
  return html`<ul class="inline">
    <li>
      <a href="${pathWithQuery(path, { ...sent, format: 'geojson' })}"
        >${words.text('downloads.geojson')}</a
      >
    </li>
    <li>
      <a href="${pathWithQuery(path, { ...sent, format: 'tilecsv' })}"
        >${words.text('downloads.table')}</a
      >
    </li>
  </ul>`;
}

function modelField({ models, graph, languages }: SearchPageView, words: Words): Html {
  const selected = models.find(({ graphId, slug }) => graph === graphId || graph === slug);
  return html`<div class="field">
    <label for="graph">${words.text('search.kind')}</label>
    <select id="graph" name="graph" aria-describedby="graph-hint">
      <option value="">${words.text('search.all-kinds')}</option>
      ${models.map(
        ({ graphId, name }) =>
          html`<option
            value="${graphId}"
            dir="auto"
            ${graphId === selected?.graphId && html`selected`}
          >
            ${pickText(name, languages) ?? graphId}
          </option>`,
      )}
    </select>
    <p class="hint" id="graph-hint">${words.text('search.kind.hint')}</p>
  </div>`;
}
