import { html, type Html } from './html.ts';

/** What a page shows in place of a list without items. */
export function emptyList(explanation: string): Html {
  return html`<div class="card empty">
    <h2>Nothing to show</h2>
    <p>${explanation}</p>
  </div>`;
}
