import type { DocsOperation, DocsParameter } from '../../http/description/docs-groups.ts';
import { constantText, describeType, typeText } from '../../http/description/docs-schema.ts';
import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';
import { curlLine } from './curl-line.ts';
import { docsText } from './docs-text.ts';
import { exampleList } from './example-list.ts';
import { contentList } from './field-list.ts';
import { isOptional, needsSession, scopeOf } from './operation-kinds.ts';
import { operationPart } from './operation-part.ts';
import { parameterId, tryForm } from './try-form.ts';

export type DocsPaths = PagePaths & {
  /** The base URL of the service. */
  readonly baseUrl: string;
};

/** An operation, with its id as the anchor. */
export function operationSection(operation: DocsOperation, paths: DocsPaths): Html {
  const { id, summary, description, deprecated } = operation;
  return html`<section class="card operation" id="${id}">
    <h2><a href="#${id}">${operationTitle(operation)}</a></h2>
    <p>${docsText(summary)}</p>
    ${description !== undefined && html`<p>${docsText(description)}</p>`}
    ${deprecated && html`<p><b>Deprecated.</b></p>`}
    <p class="hint">${docsText(describeSecurity(operation))}</p>
    ${curlElement(operation, paths)} ${parameterList(operation)} ${requestBodyPart(operation)}
    ${responseList(operation)} ${exampleList(operation)} ${tryForm(operation, paths)}
  </section>`;
}

export const operationTitle = ({ method, path }: DocsOperation): Html =>
  html`<b>${method}</b> <code>${path}</code>`;

/** Describes who may send a request, from the security requirements of the operation. */
function describeSecurity(operation: DocsOperation): string {
  const { security } = operation;
  const scope = scopeOf(operation);
  if (scope !== undefined)
    return `${isOptional(security) ? 'A token is optional' : 'It needs a token'}; its scope must include \`${scope}\`.`;
  if (needsSession(operation)) return 'A page for browsers, with the cookie of a sign-in.';
  if (security.some((requirement) => 'client' in requirement))
    return 'The application may authenticate itself with HTTP Basic.';
  return 'It needs no token.';
}

function curlElement(operation: DocsOperation, { baseUrl }: DocsPaths): Html {
  const id = `${operation.id}--curl`;
  return html`<div class="curl">
    <pre id="${id}">${curlLine(operation, baseUrl)}</pre>
    <button
      type="button"
      class="plain"
      data-copies="${id}"
      data-copied="Copied"
      data-selected="Selected: copy it with Ctrl+C"
      hidden
    >
      Copy<span class="visually-hidden">
        the curl line of ${operation.method} ${operation.path}</span
      >
    </button>
    <span id="${id}-copied" role="status"></span>
  </div>`;
}

function parameterList(operation: DocsOperation): Html {
  const { id, parameters } = operation;
  if (parameters.length === 0) return html``;
  return operationPart(
    operation,
    'Parameters',
    html`${parameters.map(({ name }) => name).join(', ')}`,
    html`<dl class="facts">
      ${parameters.map(
        (parameter) =>
          html`<div>
            <dt>
              <code>${parameter.name}</code>
              <small>${parameter.in}${parameter.required && ', required'}</small>
            </dt>
            <dd>
              <span id="${parameterId(id, parameter)}-meaning"
                >${docsText(parameter.description)}</span
              >
              <small>${describeValue(parameter)}</small>
            </dd>
          </div>`,
      )}
    </dl>`,
  );
}

function describeValue({ schema }: DocsParameter): string {
  const { default: value } = schema;
  const type = typeText(describeType(schema));
  return value === undefined ? type : `${type}; default ${constantText(value)}`;
}

function requestBodyPart(operation: DocsOperation): Html {
  const { requestBody } = operation;
  if (requestBody === undefined) return html``;
  const { description, isRequired, contents } = requestBody;
  return operationPart(
    operation,
    'Request body',
    html`${isRequired ? 'required' : 'optional'}`,
    html`${description !== undefined && html`<p>${docsText(description)}</p>`}
    ${contentList(contents)}`,
  );
}

function responseList(operation: DocsOperation): Html {
  const { responses } = operation;
  return operationPart(
    operation,
    'Responses',
    html`${responses.map(({ status }) => status).join(', ')}`,
    html`<dl class="facts">
      ${responses.map(
        ({ status, description, contents }) =>
          html`<div>
            <dt>${status}</dt>
            <dd>
              <p>${docsText(description)}</p>
              ${contentList(contents)}
            </dd>
          </div>`,
      )}
    </dl>`,
  );
}
