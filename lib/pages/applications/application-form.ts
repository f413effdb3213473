import type { ApplicationFormValues } from './application-form-values.ts';
import { clientTypeChoices, grantTypeChoices } from './application-terms.ts';
import {
  choiceField,
  multilineField,
  formProblemSummary,
  textField,
  type FormProblem,
} from '../layout/fields.ts';
import { html, type Html } from '../layout/html.ts';
import { hiddenField, layout, type PageContext } from '../layout/layout.ts';
import type { Words } from '../words/words.ts';

export type FilledForm = {
  readonly values: ApplicationFormValues;
  readonly problems: readonly FormProblem[];
};

/**
 * Creates the page with the form to register an application.
 * @param clientId the id of the new application, created in advance, so that a form that is sent twice registers only one
 */
export function registrationPage(form: FilledForm, clientId: string, context: PageContext): Html {
  const { paths } = context;
  const { words } = paths;
  return formPage(form, context, {
    title: words.text('applications.register'),
    introduction: words.text('applications.one-is-enough'),
    action: paths.register,
    hidden: hiddenField('client_id', clientId),
    submit: words.text('application-form.register'),
    cancel: paths.applications,
  });
}

/** Creates the page with the form to change an application. */
export function updatePage(form: FilledForm, applicationId: string, context: PageContext): Html {
  const { paths } = context;
  const { words } = paths;
  return formPage(form, context, {
    title: words.text('application-form.edit'),
    introduction: words.text('application-form.edit.lead'),
    action: paths.update(applicationId),
    hidden: html``,
    submit: words.text('application-form.save'),
    cancel: paths.application(applicationId),
  });
}

type FormParts = {
  readonly title: string;
  readonly introduction: string;
  readonly action: string;
  readonly hidden: Html;
  readonly submit: string;
  readonly cancel: string;
};

function formPage(
  { values, problems }: FilledForm,
  { session: visitor, paths }: PageContext,
  parts: FormParts,
): Html {
  const { words } = paths;
  const main = html`${formProblemSummary(problems, words)}
    <p class="crumbs"><a href="${paths.applications}">${words.text('applications.title')}</a></p>
    <h1>${parts.title}</h1>
    <p class="lead">${parts.introduction}</p>
    <form class="card" method="post" action="${parts.action}">
      ${hiddenField('form_token', visitor.formToken)} ${parts.hidden}
      ${formFields(values, problems, words)}
      <div class="actions">
        <button>${parts.submit}</button>
        <a class="button plain" href="${parts.cancel}">${words.text('applications.cancel')}</a>
      </div>
    </form>`;
  const title =
    problems.length > 0 ? words.text('fields.error-title', { title: parts.title }) : parts.title;
  return layout({ title, main, visitor, width: 'medium' }, paths);
}

function formFields(
  values: ApplicationFormValues,
  problems: readonly FormProblem[],
  words: Words,
): Html {
  return html`${textField({
    name: 'name',
    label: words.text('application-form.name'),
    hint: words.text('application-form.name.hint'),
    value: values.name,
    autocomplete: 'off',
    problems,
  })}
  ${choiceField({
    name: 'client_type',
    label: words.text('applications.client-type'),
    value: values.clientType,
    choices: clientTypeChoices(words),
    problems,
  })}
  ${choiceField({
    name: 'grant_type',
    label: words.text('applications.grant-type'),
    value: values.grantType,
    choices: grantTypeChoices(words),
    problems,
  })}
  ${multilineField({
    name: 'redirect_uris',
    label: words.text('applications.redirect-uris'),
    hint: words.text('application-form.redirect-uris.hint'),
    value: values.redirectUris,
    problems,
  })}`;
}
