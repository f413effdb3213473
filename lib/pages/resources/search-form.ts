import { html, type Html } from '../layout/html.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';
import type { PagePaths } from '../layout/paths.ts';

export type SearchFormView = {
  /** The text of the current search. */
  readonly words?: string | undefined;
  /** The model to search in: its id or slug. */
  readonly graph?: string | undefined;
};

/** The form that searches resource instances by words of their names and values. If scripts are enabled, it suggests what can be found (layout/script.ts). */
export function searchForm({ words = '', graph }: SearchFormView, paths: PagePaths): Html {
  return html`<form class="search" role="search" action="${paths.resources}">
    <label for="q">Search</label>
    <div class="with-button">
      ${searchInput(words, 'suggestions')}
      ${graph !== undefined && html`<input type="hidden" name="graph" value="${graph}" />`}
      <button>Search</button>
    </div>
    <p class="hint">
      Words of names and texts.
      <a href="${pathWithQuery(paths.search, { graph })}">Search by values, time and place</a>
    </p>
    <ul
      id="suggestions"
      data-source="${paths.search}/suggest"
      class="card list suggestions"
      aria-label="Suggestions"
      hidden
    ></ul>
  </form>`;
}

/** The field for the words of a search. @param suggestions the id of the list of suggestions, if it has one */
export const searchInput = (words: string, suggestions?: string): Html =>
  html`<input
    id="q"
    name="q"
    type="search"
    value="${words}"
    maxlength="200"
    autocomplete="off"
    dir="auto"
    ${suggestions !== undefined && html`data-suggests="${suggestions}"`}
  />`;
