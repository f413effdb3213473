import type { DocsObject } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import { docsText } from './docs-text.ts';
import { fieldList, objectId, typeElement } from './field-list.ts';

/** The objects to which the bodies of a page refer, each described once, with its name as the anchor. */
export function objectList(objects: readonly DocsObject[]): Html {
  if (objects.length === 0) return html``;
  return html`<section class="card objects">
    <h2>Objects</h2>
    <p>Requests and responses above contain these objects.</p>
    ${objects.map(
      ({ name, description, type, fields }) =>
        html`<details id="${objectId(name)}">
          <summary>${name}</summary>
          ${description !== '' && html`<p>${docsText(description)}</p>`}
          ${fields.length > 0 ? fieldList(fields) : html`<p>${typeElement(type)}</p>`}
        </details>`,
    )}
  </section>`;
}
