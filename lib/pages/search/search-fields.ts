import type { FormProblem } from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';

export type SearchChoice = { readonly value: string; readonly label: string };

/** A field of the form: a text, or a choice. */
export type SearchField = {
  /** The parameter of the condition. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly choices?: readonly SearchChoice[] | undefined;
};

/** A field with its hint and its problems. */
export function searchField(field: SearchField, problems: readonly FormProblem[]): Html {
  const { name, label, hint, value, choices } = field;
  const messages = problems.filter((problem) => problem.field === name);
  const described = [
    ...(hint === '' ? [] : [`${name}-hint`]),
    ...messages.map((_message, index) => `${name}-problem-${index}`),
  ].join(' ');
  const attributes = html`id="${name}" name="${name}"
  ${described !== '' && html` aria-describedby="${described}"`}
  ${messages.length > 0 && html` aria-invalid="true"`}`;
  return html`<div class="field">
    <label for="${name}" dir="auto">${label}</label>
    ${hint !== '' && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${messages.map(
      ({ message }, index) => html`<p class="problem" id="${name}-problem-${index}">${message}</p>`,
    )}
    ${
      choices === undefined
        ? html`<input ${attributes} type="text" value="${value}" autocomplete="off" dir="auto" />`
        : html`<select ${attributes}>
            <option value=""></option>
            ${listChoices(choices, value).map(
              (choice) =>
                html`<option
                  value="${choice.value}"
                  dir="auto"
                  ${choice.value === value && html`selected`}
                >
                  ${choice.label}
                </option>`,
            )}
          </select>`
    }
  </div>`;
}

/** The choices, and the value that was sent if it is none of them. */
const listChoices = (choices: readonly SearchChoice[], value: string): readonly SearchChoice[] =>
  value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }];
