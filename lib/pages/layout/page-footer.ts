import { contactLink } from '../../model/instance-description.ts';
import type { Site } from './site.ts';
import { html, type Html } from './html.ts';

/** The last lines of each page: what the operator says of the instance; false if that is nothing. */
export function pageFooter({ instance, words }: Site): Html | false {
  const { footer, licence, contact } = instance;
  const links = [
    ...(licence === undefined
      ? []
      : [html`<a rel="license" href="${licence}">${words.text('layout.licence')}</a>`]),
    ...(contact === undefined
      ? []
      : [html`<a href="${contactLink(contact)}">${words.text('layout.contact')}</a>`]),
  ];
  if (footer === undefined && links.length === 0) return false;
  return html`<footer class="inner">
    ${footer !== undefined && html`<p dir="auto">${footer}</p>`}
    ${
      links.length > 0 &&
      html`<ul class="inline">
        ${links.map((link) => html`<li>${link}</li>`)}
      </ul>`
    }
  </footer>`;
}
