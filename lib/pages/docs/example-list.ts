import type { DocsContent, DocsOperation } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import { operationPart } from './operation-part.ts';

/** The examples of the bodies of an operation. */
export function exampleList(operation: DocsOperation, contents: readonly DocsContent[]): Html {
  const examples = contents.flatMap((content) => content.examples);
  if (examples.length === 0) return html``;
  return operationPart(
    operation,
    'Examples',
    html`${examples.map(({ title }) => title).join('; ')}`,
    html`${examples.map(
      ({ title, value }) =>
        html`<h3>${title}</h3>
          <pre tabindex="0" role="region" aria-label="Example: ${title}">
${exampleText(value)}</pre>`,
    )}`,
  );
}

/** A text as it is, another value as JSON. */
export const exampleText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
