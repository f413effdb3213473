import { html, type Html } from './html.ts';

/** The card that a page shows in place of an empty list. */
export function emptyList(explanation: string): Html {
  return html`<div class="card empty">
    <h2>Nothing to show</h2>
    <p>${explanation}</p>
  </div>`;
}
