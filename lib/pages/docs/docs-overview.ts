import type { Docs, DocsGroup } from '../../http/description/docs-groups.ts';
import { searchDocs } from '../../http/description/docs-search.ts';
import { html, type Html } from '../layout/html.ts';
import { layout, type Reader } from '../layout/layout.ts';
import type { PagePaths } from '../layout/paths.ts';
import type { Site } from '../layout/site.ts';
import { englishMain } from '../words/english-text.ts';
import { docsStyle } from './docs-style.ts';
import { docsParagraphs, docsText } from './docs-text.ts';
import { operationTitle } from './operation-section.ts';
import { overviewScript } from './overview-script.ts';
import { subjectTitle } from './subject-title.ts';

export type DocsOverviewView = {
  readonly docs: Docs;
  /** The words of the search; undefined for all operations. */
  readonly query: string | undefined;
  readonly reader: Reader;
  /** The URI of the page. */
  readonly canonical: string;
};

/** The page with the operations by subject, or with those that a search finds. */
export function docsOverview(view: DocsOverviewView, paths: Site): Html {
  const { docs, query, reader, canonical } = view;
  const groups = query === undefined ? docs.groups : searchDocs(docs, query);
  const main = html`<h1>All operations</h1>
    <p class="lead">
      Everything that the API can do. For programs, there is an
      <a href="${paths.base}/openapi.json">OpenAPI description</a>.
    </p>
    ${searchBox(query, paths)} ${subjectLinks(docs.groups, paths)}
    <div id="operations">
      ${query !== undefined && resultNote(groups, paths)}
      ${groups.map((group) => groupSection(group, paths))}
    </div>
    <section class="card">${docsParagraphs(docs.description)}</section>`;
  const title = query === undefined ? 'All operations' : `Operations: ${query}`;
  const isIndexed = query === undefined;
  return layout(
    {
      title,
      main: englishMain(main),
      canonical,
      isIndexed,
      style: docsStyle,
      script: overviewScript,
      ...reader,
    },
    paths,
  );
}

function subjectLinks(groups: readonly DocsGroup[], paths: PagePaths): Html {
  return html`<nav class="card" aria-label="Subjects">
    <ul class="inline">
      ${groups.map(
        ({ name, operations }) =>
          html`<li>
            <a href="${paths.docsSubject(name)}">${subjectTitle(name)}</a>
            <small>${operations.length}</small>
          </li>`,
      )}
    </ul>
  </nav>`;
}

function searchBox(query: string | undefined, paths: PagePaths): Html {
  return html`<form class="search" role="search" method="get" action="${paths.docs}">
    <label for="docs-search">Search operations</label>
    <div class="with-button">
      <input
        id="docs-search"
        name="q"
        type="search"
        value="${query ?? ''}"
        autocomplete="off"
        aria-describedby="docs-search-hint"
      />
      <button>Search</button>
    </div>
    <p class="hint" id="docs-search-hint">By path, summary, parameter or field.</p>
  </form>`;
}

function resultNote(groups: readonly DocsGroup[], paths: PagePaths): Html {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const countText = count === 1 ? 'One operation.' : `${count === 0 ? 'No' : count} operations.`;
  return html`<p role="status">${countText} <a href="${paths.docs}">Show all</a></p>`;
}

function groupSection({ name, description, operations }: DocsGroup, paths: PagePaths): Html {
  return html`<section class="card">
    <h2><a href="${paths.docsSubject(name)}">${subjectTitle(name)}</a></h2>
    <p>${docsText(description)}</p>
    <ul class="list">
      ${operations.map(
        (operation) =>
          html`<li id="${operation.id}">
            <a href="${paths.docsSubject(name, operation.id)}">${operationTitle(operation)}</a>
            <small>${docsText(operation.summary)}</small>
          </li>`,
      )}
    </ul>
  </section>`;
}
