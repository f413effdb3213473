import { html, type Html } from './html.ts';

/** Text that is only for screen readers. */
export const visuallyHidden = (content: Html): Html =>
  html`<span class="visually-hidden">${content}</span>`;
