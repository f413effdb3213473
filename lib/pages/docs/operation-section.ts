import { describeType } from '../../http/description/docs-groups.ts';
import type { DocsOperation, DocsParameter } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';
import { docsText } from './docs-text.ts';
import { canTry, parameterId, tryForm } from './try-form.ts';

/** An operation, with its id as the anchor. */
export function operationSection(operation: DocsOperation, paths: PagePaths): Html {
  const { id, method, path, summary, description, deprecated } = operation;
  return html`<section class="card operation" id="${id}">
    <h3>
      <a href="#${id}"><b>${method}</b> <code>${path}</code></a>
    </h3>
    <p>${docsText(summary)}</p>
    ${description !== undefined && html`<p>${docsText(description)}</p>`}
    ${deprecated && html`<p><b>Deprecated.</b></p>`}
    <p class="hint">${docsText(describeSecurity(operation))}</p>
    ${parameterList(operation)} ${requestBodySection(operation)} ${responseList(operation)}
    ${canTry(operation) && tryForm(operation, paths)}
  </section>`;
}

/** Describes who may send a request, from the security requirements of the operation. */
function describeSecurity({ security }: DocsOperation): string {
  const isOptional = security.some((requirement) => Object.keys(requirement).length === 0);
  const scopes = new Map(security.flatMap((requirement) => Object.entries(requirement)));
  const scope = scopes.get('oauth2')?.join(' ');
  if (scope !== undefined)
    return `${isOptional ? 'A token is optional' : 'It needs a token'}; its scope must include \`${scope}\`.`;
  if (scopes.has('session')) return 'A page for browsers, with the cookie of a sign-in.';
  if (scopes.has('client')) return 'The application may authenticate itself with HTTP Basic.';
  return 'It needs no token.';
}

function parameterList({ id, parameters }: DocsOperation): Html {
  if (parameters.length === 0) return html``;
  return html`<h4>Parameters</h4>
    <dl class="facts">
      ${parameters.map(
        (parameter) =>
          html`<div>
            <dt>
              <code>${parameter.name}</code>
              <small>${parameterDetail(parameter)}</small>
            </dt>
            <dd>
              <span id="${parameterId(id, parameter)}-meaning"
                >${docsText(parameter.description)}</span
              >
              <small>${describeValue(parameter)}</small>
            </dd>
          </div>`,
      )}
    </dl>`;
}

const parameterDetail = ({ in: place, required }: DocsParameter): string =>
  `${place}${required ? ', required' : ''}`;

function describeValue({ schema }: DocsParameter): string {
  const { default: value } = schema;
  return `${describeType(schema)}${value === undefined ? '' : `; default ${String(value)}`}`;
}

function requestBodySection({ requestBody }: DocsOperation): Html {
  if (requestBody === undefined) return html``;
  const { description, isRequired, mediaTypes, fields } = requestBody;
  return html`<h4>Request body</h4>
    <p>${mediaTypeList(mediaTypes)}${isRequired ? '' : ', optional'}</p>
    ${description !== undefined && html`<p>${docsText(description)}</p>`}
    ${
      fields.length > 0 &&
      html`<dl class="facts">
        ${fields.map(
          (field) =>
            html`<div>
              <dt><code>${field.name}</code> <small>${field.isRequired && 'required'}</small></dt>
              <dd>${docsText(field.description)}</dd>
            </div>`,
        )}
      </dl>`
    }`;
}

function responseList({ responses, path, method }: DocsOperation): Html {
  return html`<details>
    <summary>Responses<span class="visually-hidden"> of ${method} ${path}</span></summary>
    <dl class="facts">
      ${responses.map(
        ({ status, description, mediaTypes }) =>
          html`<div>
            <dt>${status}</dt>
            <dd>${docsText(description)} <small>${mediaTypeList(mediaTypes)}</small></dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function mediaTypeList(mediaTypes: readonly string[]): Html {
  return html`${mediaTypes.map(
    (mediaType, index) => html`${index > 0 && ', '}<code>${mediaType}</code>`,
  )}`;
}
