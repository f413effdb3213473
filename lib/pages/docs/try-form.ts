import type { DocsOperation, DocsParameter } from '../../http/description/docs-groups.ts';
import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';

/** Whether the form can send a request: only GET requests that need no session of a browser. */
export function canTry({ method, security }: DocsOperation): boolean {
  return method === 'GET' && !security.some((requirement) => 'session' in requirement);
}

/** The id of the field for a parameter of an operation. */
export function parameterId(operationId: string, { name, in: place }: DocsParameter): string {
  return `${operationId}--${place}-${name}`;
}

/** The form that sends a request. Only the script shows it, because the browser alone would also send empty parameters. */
export function tryForm({ id, path, parameters }: DocsOperation, paths: PagePaths): Html {
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  return html`<details data-script hidden>
    <summary>Try it<span class="visually-hidden"> with GET ${path}</span></summary>
    <form method="get" action="${paths.base}${path}" data-path="${paths.base}${path}">
      ${fields.map((parameter) => parameterField(id, parameter))}
      <button>Send<span class="visually-hidden"> GET ${path}</span></button>
      <p class="status" role="status"></p>
      <pre hidden tabindex="0" role="region" aria-label="Response to GET ${path}"></pre>
    </form>
  </details>`;
}

function parameterField(operationId: string, parameter: DocsParameter): Html {
  const { name, in: place, required, schema } = parameter;
  const id = parameterId(operationId, parameter);
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const attributes = html`id="${id}" name="${name}" data-in="${place}"
  aria-describedby="${id}-meaning" ${required && html`required`}`;
  return html`<div class="parameter">
    <label for="${id}"><code>${name}</code></label>
    ${
      choices === undefined
        ? html`<input ${attributes} autocomplete="off" autocapitalize="none" spellcheck="false" />`
        : html`<select ${attributes}>
            <option value=""></option>
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
    }
  </div>`;
}
