import { html, type Html } from './html.ts';

/** A name and a value in a list `<dl class="facts">`. */
export function factRow(name: string, value: Html): Html {
  return html`<div>
    <dt dir="auto">${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
