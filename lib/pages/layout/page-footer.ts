import { contactLink, type InstanceDescription } from '../../model/instance-description.ts';
import { html, type Html } from './html.ts';

/** The last lines of each page: what the operator says of the instance; false if that is nothing. */
export function pageFooter({ footer, licence, contact }: InstanceDescription): Html | false {
  const links = [
    ...(licence === undefined
      ? []
      : [html`<a rel="license" href="${licence}">Licence of the data</a>`]),
    ...(contact === undefined ? [] : [html`<a href="${contactLink(contact)}">Contact</a>`]),
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
