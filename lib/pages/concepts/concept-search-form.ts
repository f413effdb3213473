import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';
import { searchInput } from '../resources/search-form.ts';

/** The form that searches the thesaurus by words of labels. */
export const conceptSearchForm = (words: string, paths: PagePaths): Html =>
  html`<form class="search" role="search" action="${paths.concepts}/search">
    <label for="q">Search for a concept</label>
    <div class="with-button">
      ${searchInput(words)}
      <button>Search</button>
    </div>
  </form>`;
