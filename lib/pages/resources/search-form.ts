import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { pathWithQuery } from '../layout/page-navigation.ts';

export type SearchFormView = {
  /** The text of the current search. */
  readonly words?: string | undefined;
  /** The model to search in: its id or slug. */
  readonly graph?: string | undefined;
};

/** The form that searches resource instances by words of their names and values. If scripts are enabled, it suggests what can be found (layout/script.ts). */
export function searchForm({ words: searched = '', graph }: SearchFormView, paths: Site): Html {
  const { words } = paths;
  return html`<form class="search" role="search" action="${paths.resources}">
    <label for="q">${words.text('search.label')}</label>
    <div class="with-button">
      ${searchInput(searched, 'suggestions')}
      ${graph !== undefined && html`<input type="hidden" name="graph" value="${graph}" />`}
      <button>${words.text('search.button')}</button>
    </div>
    <p class="hint">
      ${words.text('search.hint')}
      <a href="${pathWithQuery(paths.search, { graph })}">${words.text('search.by-values')}</a>
    </p>
    <ul
      id="suggestions"
      data-source="${paths.search}/suggest"
      class="card list suggestions"
      aria-label="${words.text('search.suggestions')}"
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
