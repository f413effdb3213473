import type { DocsOperation } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';

/** A part of an operation that is closed at first. @param detail what its title says besides */
export function operationPart(
  { method, path }: DocsOperation,
  title: string,
  detail: Html,
  content: Html,
): Html {
  return html`<details>
    <summary>
      ${title}<span class="visually-hidden"> of ${method} ${path}</span> <small>${detail}</small>
    </summary>
    ${content}
  </details>`;
}
