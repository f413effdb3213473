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
  return formPage(form, context, {
    title: 'Register an application',
    introduction:
      'One application is enough for a whole installation: all its users sign in through it.',
    action: paths.register,
    hidden: hiddenField('client_id', clientId),
    submit: 'Register',
    cancel: paths.applications,
  });
}

/** Creates the page with the form to change an application. */
export function updatePage(form: FilledForm, applicationId: string, context: PageContext): Html {
  const { paths } = context;
  return formPage(form, context, {
    title: 'Edit the application',
    introduction:
      'The client id stays the same. If you change the client type or the grant, the tokens of the application are revoked.',
    action: paths.update(applicationId),
    hidden: html``,
    submit: 'Save',
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
  const main = html`${formProblemSummary(problems)}
    <p class="crumbs"><a href="${paths.applications}">Your applications</a></p>
    <h1>${parts.title}</h1>
    <p class="lead">${parts.introduction}</p>
    <form class="card" method="post" action="${parts.action}">
      ${hiddenField('form_token', visitor.formToken)} ${parts.hidden}
      ${formFields(values, problems)}
      <div class="actions">
        <button>${parts.submit}</button>
        <a class="button plain" href="${parts.cancel}">Cancel</a>
      </div>
    </form>`;
  const title = problems.length > 0 ? `Error: ${parts.title}` : parts.title;
  return layout({ title, main, visitor, width: 'medium' }, paths);
}

function formFields(values: ApplicationFormValues, problems: readonly FormProblem[]): Html {
  return html`${textField({
    name: 'name',
    label: 'Name',
    hint: 'A name by which you recognize the application, such as “Survey app”.',
    value: values.name,
    autocomplete: 'off',
    problems,
  })}
  ${choiceField({
    name: 'client_type',
    label: 'Client type',
    value: values.clientType,
    choices: clientTypeChoices,
    problems,
  })}
  ${choiceField({
    name: 'grant_type',
    label: 'Authorization grant type',
    value: values.grantType,
    choices: grantTypeChoices,
    problems,
  })}
  ${multilineField({
    name: 'redirect_uris',
    label: 'Redirect URIs',
    hint: 'For the authorization code grant: the addresses to which users return, one per line. Leave it empty otherwise.',
    value: values.redirectUris,
    problems,
  })}`;
}
