import type { DocsOperation, DocsParameter } from '../../http/description/docs-groups.ts';
import { constantText } from '../../http/description/docs-schema.ts';
import { html, type Html } from '../layout/html.ts';
import type { PagePaths } from '../layout/paths.ts';
import { exampleText } from './example-list.ts';
import { tryKind } from './operation-kinds.ts';

/** The id of the field for a parameter of an operation. */
export function parameterId(operationId: string, { name, in: place }: DocsParameter): string {
  return `${operationId}--${place}-${name}`;
}

/**
 * The form that sends a request, if the page can send it. A write is sent as a dry run first. Only the script shows the form, because the
 * browser alone would also send empty parameters.
 */
export function tryForm(operation: DocsOperation, paths: PagePaths): Html {
  const { id, method, path, parameters } = operation;
  const kind = tryKind(operation);
  if (kind === undefined) return html``;
  const fields = parameters.filter(
    (parameter) => parameter.name !== 'dry_run' && (parameter.in !== 'header' || method !== 'GET'),
  );
  const name = `${method} ${path}`;
  return html`<details data-script hidden>
    <summary>Try it<span class="visually-hidden"> with ${name}</span></summary>
    <form data-path="${paths.base}${path}" data-method="${method}">
      ${fields.map((parameter) => parameterField(id, parameter))} ${bodyFields(operation)}
      ${kind === 'read' ? readButton(name) : writeButtons(name)}
      <p class="status" role="status"></p>
      <pre hidden tabindex="0" role="region" aria-label="Response to ${name}"></pre>
    </form>
  </details>`;
}

const readButton = (name: string): Html =>
  html`<button>Send<span class="visually-hidden"> ${name}</span></button>`;

/** The second button appears after a dry run that succeeded. */
const writeButtons = (name: string): Html =>
  html`<button data-dry-run>Dry run<span class="visually-hidden"> of ${name}</span></button>
    <button class="danger" data-store hidden>
      Send, and store the change<span class="visually-hidden"> of ${name}</span>
    </button>`;

/** Attributes of fields for technical texts. */
const technicalText = html`autocomplete="off" autocapitalize="none" spellcheck="false"`;

function parameterField(operationId: string, parameter: DocsParameter): Html {
  const { name, in: place, required, schema } = parameter;
  const id = parameterId(operationId, parameter);
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(constantText);
  const attributes = html`id="${id}" name="${name}" data-in="${place}"
  aria-describedby="${id}-meaning" ${required && html`required`}`;
  return html`<div class="parameter">
    <label for="${id}"><code>${name}</code></label>
    ${
      choices === undefined
        ? html`<input ${attributes} ${technicalText} />`
        : html`<select ${attributes}>
            <option value=""></option>
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
    }
  </div>`;
}

/** The body: a text with its media type, or the fields of a form if it can only be a form. */
function bodyFields({ id, requestBody }: DocsOperation): Html {
  if (requestBody === undefined) return html``;
  const { contents, isRequired } = requestBody;
  const forms = contents.filter(({ mediaTypes }) => mediaTypes.every(isForm));
  const texts = contents.filter((content) => !forms.includes(content));
  const mediaTypes = texts.flatMap((content) => content.mediaTypes).filter((name) => !isForm(name));
  const example = texts.flatMap(({ examples }) => examples)[0];
  if (mediaTypes.length > 0) {
    return html`<div class="field">
      <label for="${id}--type">Media type</label>
      <select id="${id}--type" data-in="type">
        ${mediaTypes.map((name) => html`<option>${name}</option>`)}
      </select>
      <label for="${id}--body">Body</label>
      <textarea
        id="${id}--body"
        data-in="body"
        rows="6"
        ${isRequired && html`required`}
        ${technicalText}
      >
${example === undefined ? '' : exampleText(example.value)}</textarea>
    </div>`;
  }
  return html`${forms.flatMap(({ fields }) =>
    fields.map(
      ({ name, isRequired: isNeeded }) =>
        html`<div class="parameter">
          <label for="${id}--field-${name}"><code>${name}</code></label>
          <input
            id="${id}--field-${name}"
            name="${name}"
            data-in="field"
            ${isNeeded && html`required`}
            ${technicalText}
          />
        </div>`,
    ),
  )}`;
}

const isForm = (mediaType: string): boolean => mediaType === 'application/x-www-form-urlencoded';
