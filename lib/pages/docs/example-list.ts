import type { DocsContent, DocsOperation } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import { operationPart } from './operation-part.ts';

/** The examples of the bodies of an operation. */
export function exampleList(operation: DocsOperation): Html {
  const { requestBody, responses } = operation;
  const examples = [
    ...labelExamples('Request', requestBody?.contents ?? []),
    ...responses.flatMap(({ status, contents }) => labelExamples(status, contents)),
  ];
  if (examples.length === 0) return html``;
  const titles = new Set(examples.map(({ title }) => title));
  return operationPart(
    operation,
    'Examples',
    html`${[...titles].join('; ')}`,
    html`${examples.map(
      ({ label, title, value }) =>
        html`<h3>${label}: ${title}</h3>
          <pre tabindex="0" role="region" aria-label="${label}: ${title}">
${exampleText(value)}</pre>`,
    )}`,
  );
}

const labelExamples = (label: string, contents: readonly DocsContent[]) =>
  contents.flatMap(({ examples }) => examples.map((example) => ({ label, ...example })));

/** A text as it is, another value as JSON. */
export const exampleText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
