import { html, type Html } from '../layout/html.ts';
import type { Site } from '../layout/site.ts';
import { searchInput } from '../resources/search-form.ts';

/** The form that searches the thesaurus by words of labels. */
export const conceptSearchForm = (words: string, paths: Site): Html =>
  html`<form class="search" role="search" action="${paths.concepts}/search">
    <label for="q">${paths.words.text('concept-search.label')}</label>
    <div class="with-button">
      ${searchInput(words)}
      <button>${paths.words.text('search.button')}</button>
    </div>
  </form>`;
