import { html, type Html } from './html.ts';

/** A row with a name and a value, for a list `<dl class="facts">`. */
export function factRow(name: string, value: Html): Html {
  return html`<div>
    <dt dir="auto">${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
