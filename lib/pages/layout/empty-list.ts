import type { Words } from '../words/words.ts';
import { html, type Html } from './html.ts';

/** The card that a page shows in place of an empty list. */
export function emptyList(explanation: string, words: Words): Html {
  return html`<div class="card empty">
    <h2>${words.text('empty.title')}</h2>
    <p>${explanation}</p>
  </div>`;
}
