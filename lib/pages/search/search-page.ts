import { formatNumber } from '../../http/parameters/types/numbers.ts';
import { emptyList } from '../layout/empty-list.ts';
import { formProblemSummary } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { layout } from '../layout/layout.ts';
import { pageNavigation, pathWithQuery } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { matchSections, nameModels } from '../resources/resource-list-page.ts';
import type { SearchPageView } from './search-page-view.ts';
import { chosenConditions } from './chosen-conditions.ts';
import { facetLists } from './facet-lists.ts';
import { fileItem, foundFiles } from './found-files.ts';
import { ignoredNotice } from './ignored-notice.ts';
import { searchField } from './search-fields.ts';

/** A form with more fields opens only the groups that the search uses. */
const maxOpenFields = 16;

/** The page that searches by values, place, time and relations. Its address is that of the question: GET /resources/ takes the same query. */
export function searchPage(view: SearchPageView, paths: Site): Html {
  const { sent, problems, page } = view;
  const title = 'Search';
  const isShort = view.groups.flatMap(({ fields }) => fields).length <= maxOpenFields;
  const main = html`<h1>${title}</h1>
    ${formProblemSummary(problems)} ${view.isFormer && formerNotice} ${ignoredNotice(view.ignored)}
    ${chosenConditions(view, paths.search)}
    ${view.facets !== undefined && facetLists(view.facets, { sent, path: paths.search })}
    ${page === undefined ? '' : results(view, page, paths)}
    <form class="card" action="${paths.search}" role="search" aria-label="Conditions">
      ${modelField(view)}
      ${view.groups.map(
        ({ heading, fields }) =>
          html`<details
            ${(isShort || fields.some(({ name, value }) => value !== '' || problems.some(({ field }) => field === name))) && html`open`}
          >
            <summary dir="auto">${heading}</summary>
            ${fields.map((field) => searchField(field, problems))}
          </details>`,
      )}
      <p class="actions">
        <button>Search</button> <a class="button plain" href="${paths.search}">Start again</a>
      </p>
    </form>`;
  return layout(
    { title, main, width: 'medium', isIndexed: Object.keys(sent).length === 0, ...view.reader },
    paths,
  );
}

const formerNotice = html`<p class="note">
  This address is of the earlier platform. Its conditions are followed as they are there. The form
  below begins a new search.
</p>`;

function results(
  { sent, models, languages, facets, isFormer }: SearchPageView,
  { resources, isFirstPage, nextCursor }: NonNullable<SearchPageView['page']>,
  paths: PagePaths,
): Html {
  const modelNames = nameModels(models, languages);
  return html`<section aria-labelledby="results">
    <h2 id="results">
      Records${facets?.isComplete && html` <small>(${formatNumber(facets.counted)})</small>`}
    </h2>
    ${
      resources.length === 0
        ? emptyList(
            nextCursor === undefined
              ? 'No record that you may see is like this. Remove a condition.'
              : 'None of the records compared so far is like this. The next page goes on.',
          )
        : matchSections({ resources, languages }, modelNames, paths)
    }
    ${pageNavigation({
      isFirstPage,
      firstPath: pathWithQuery(paths.search, sent),
      nextPath:
        nextCursor === undefined
          ? undefined
          : pathWithQuery(paths.search, { ...sent, cursor: nextCursor }),
    })}
    ${isFormer ? formerDownloads(sent, paths) : downloads(sent, paths)}
  </section>`;
}

/** Links to the same records on the map, and for programs. */
function downloads(sent: Readonly<Record<string, string>>, paths: PagePaths): Html {
  const ids = pathWithQuery(paths.resources, { ...sent, format: 'json' });
  return html`<ul class="inline">
    <li><a href="${pathWithQuery(paths.map, sent)}">Map</a></li>
    ${[fileItem('Ids (JSON)', 'records.json', ids), ...foundFiles(sent, paths)]}
  </ul>`;
}

/** Links to the same records for programs, at the addresses of the reference platform. */
function formerDownloads(sent: Readonly<Record<string, string>>, paths: PagePaths): Html {
  const path = `${paths.base}/search/export_results`;
  return html`<ul class="inline">
    <li><a href="${pathWithQuery(path, { ...sent, format: 'geojson' })}">GeoJSON</a></li>
    <li><a href="${pathWithQuery(path, { ...sent, format: 'tilecsv' })}">Table (CSV)</a></li>
  </ul>`;
}

function modelField({ models, graph, languages }: SearchPageView): Html {
  const names = nameModels(models, languages);
  const selected = models.find(({ graphId, slug }) => graph === graphId || graph === slug);
  return html`<div class="field">
    <label for="graph">Kind of record</label>
    <select id="graph" name="graph" aria-describedby="graph-hint">
      <option value="">All</option>
      ${[...names].map(
        ([graphId, name]) =>
          html`<option value="${graphId}" ${graphId === selected?.graphId && html`selected`}>
            ${name}
          </option>`,
      )}
    </select>
    <p class="hint" id="graph-hint">
      Each kind has conditions of its own. Choose one and search to see them.
    </p>
  </div>`;
}
