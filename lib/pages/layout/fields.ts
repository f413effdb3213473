import type { Words } from '../words/words.ts';
import { visuallyHidden } from './visually-hidden.ts';
import { html, type Html } from './html.ts';

export type FormProblem = { readonly field: string; readonly message: string | Html };

/** What all fields have in common. The name of a field is also the id of its element. */
type CommonFieldParts = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly problems: readonly FormProblem[];
};

export type TextField = CommonFieldParts & {
  readonly value: string;
  readonly type?: 'text' | 'password';
  readonly autocomplete: string;
};

export type FieldChoice = { readonly value: string; readonly label: string; readonly hint: string };
export type ChoiceField = CommonFieldParts & {
  readonly value: string;
  readonly choices: readonly FieldChoice[];
};

function messagesOf({ name, problems }: CommonFieldParts): readonly (string | Html)[] {
  return problems.filter(({ field }) => field === name).map(({ message }) => message);
}

/** Hint and problems of a field, for `aria-describedby`. */
function fieldDescription(field: CommonFieldParts): Html {
  return html`${
    field.hint !== undefined && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`
  }${messagesOf(field).map(
    (message, index) => html`<p class="problem" id="${field.name}-problem-${index}">${message}</p>`,
  )}`;
}

/** The attributes that connect a control with its description. */
function describedByAttributes(field: CommonFieldParts): Html {
  const problems = messagesOf(field).map((_, index) => `${field.name}-problem-${index}`);
  const ids = [...(field.hint === undefined ? [] : [`${field.name}-hint`]), ...problems];
  const invalid = problems.length > 0 && html` aria-invalid="true"`;
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${invalid}`;
}

export function textField(field: TextField): Html {
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    ${fieldDescription(field)}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type ?? 'text'}"
      value="${field.value}"
      autocomplete="${field.autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      required
      ${describedByAttributes(field)}
    />
  </div>`;
}

export function multilineField(field: Omit<TextField, 'type' | 'autocomplete'>): Html {
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    ${fieldDescription(field)}
    <textarea
      id="${field.name}"
      name="${field.name}"
      rows="3"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
      ${describedByAttributes(field)}
    >
${field.value}</textarea>
  </div>`;
}

/** Radio buttons. The id of the first one is the name of the field, for links to the field. */
export function choiceField(field: ChoiceField): Html {
  return html`<fieldset
    class="field"
    role="radiogroup"
    aria-required="true"
    ${describedByAttributes(field)}
  >
    <legend>${field.label}</legend>
    ${fieldDescription(field)}
    ${field.choices.map(({ value, label, hint }, index) => {
      const id = index === 0 ? field.name : `${field.name}-${value}`;
      return html`<label class="choice" for="${id}">
        <input
          type="radio"
          id="${id}"
          name="${field.name}"
          value="${value}"
          required
          aria-labelledby="${id}-label"
          aria-describedby="${id}-meaning"
          ${value === field.value && html`checked`}
        />
        <b id="${id}-label">${label}</b><small id="${id}-meaning">${hint}</small>
      </label>`;
    })}
  </fieldset>`;
}

/** An error about the whole form. It gets the focus when the page opens. */
export function formError(message: Html): Html {
  return html`<p class="summary" role="alert" tabindex="-1" autofocus>${message}</p>`;
}

/** All problems, with links to the fields. It gets the focus when the page opens. */
export function formProblemSummary(problems: readonly FormProblem[], words: Words): Html {
  if (problems.length === 0) return html``;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${words.text('fields.problems', { count: problems.length })}</h2>
    <ul>
      ${problems.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
    </ul>
  </div>`;
}

/** A value with a copy button. Without scripts, visitors can select the value. */
export function copyField(id: string, label: string, value: string, words: Words): Html {
  return html`<div class="field copied">
    <label for="${id}">${label}</label>
    <div class="copy">
      <input id="${id}" value="${value}" dir="ltr" readonly spellcheck="false" autocomplete="off" />
      <button
        type="button"
        class="plain"
        data-copies="${id}"
        data-copied="${words.text('copy.copied')}"
        data-selected="${words.text('copy.selected')}"
        hidden
      >
        ${words.html('copy.copy', { hidden: visuallyHidden, label })}
      </button>
    </div>
    <p class="copied" id="${id}-copied" role="status"></p>
  </div>`;
}
