import type { DocsContent } from '../../http/description/docs-groups.ts';
import type { DocsField, DocsType } from '../../http/description/docs-schema.ts';
import { html, type Html } from '../layout/html.ts';
import { docsText } from './docs-text.ts';

/** The id of the description of an object on a page. */
export const objectId = (name: string): string => `object-${name}`;

/** A type, with links to the descriptions of objects. */
export function typeElement(type: DocsType): Html {
  return html`${type.map((piece) =>
    typeof piece === 'string'
      ? html`${piece}`
      : html`<a href="#${objectId(piece.object)}">${piece.object}</a>`,
  )}`;
}

export function fieldList(fields: readonly DocsField[]): Html {
  if (fields.length === 0) return html``;
  return html`<ul class="fields">
    ${fields.map(
      ({ name, type, isRequired, description }) =>
        html`<li>
          <code>${name}</code> <small>${typeElement(type)}${isRequired && ', required'}</small>
          ${description !== '' && html`<span>${docsText(description)}</span>`}
        </li>`,
    )}
  </ul>`;
}

/** The bodies of a request or a response: their media types, types and fields. */
export function contentList(contents: readonly DocsContent[]): Html {
  return html`${contents.map(
    ({ mediaTypes, type, fields }) =>
      html`<p class="content">
          ${mediaTypes.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}:
          ${typeElement(type)}
        </p>
        ${fieldList(fields)}`,
  )}`;
}
