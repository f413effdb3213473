import {
  applicationProblems,
  clientTypes,
  grantTypes,
  type Application,
  type ApplicationDetails,
} from '../../model/accounts/application.ts';
import type { FormProblem } from '../layout/fields.ts';

/** What stands in the form of an application, as it was typed. */
export type ApplicationFormValues = {
  readonly name: string;
  readonly clientType: string;
  readonly grantType: string;
  /** One a line. */
  readonly redirectUris: string;
};

/** What the form to register an application begins with: what the password grant needs (specification, Authentication 2). */
export const newApplicationValues: ApplicationFormValues = {
  name: '',
  clientType: 'public',
  grantType: 'password',
  redirectUris: '',
};

/** What the form to change an application begins with. */
export function toFormValues(application: Application): ApplicationFormValues {
  return { ...application, redirectUris: application.redirectUris.join('\n') };
}

/** The fields of the form of an application, and what they mean. */
export const applicationFormFields = {
  name: 'What its owner knows it by.',
  client_type: 'public or confidential.',
  grant_type: 'password, client-credentials or authorization-code.',
  redirect_uris: 'Redirect URIs, one a line.',
} as const;

/** The names of the fields in the form, by those of the details. */
const fieldNames: Readonly<Record<keyof ApplicationDetails, keyof typeof applicationFormFields>> = {
  name: 'name',
  clientType: 'client_type',
  grantType: 'grant_type',
  redirectUris: 'redirect_uris',
};

/**
 * Reads the form of an application.
 * @param field gives the value of a field; empty where it was not sent
 * @returns what was typed, and the details without problems, or everything that is wrong
 */
export function readApplicationForm(field: (name: keyof typeof applicationFormFields) => string): {
  readonly entry: ApplicationFormValues;
  readonly details: ApplicationDetails;
  readonly problems: readonly FormProblem[];
} {
  const entry = {
    name: field('name'),
    clientType: field('client_type'),
    grantType: field('grant_type'),
    redirectUris: field('redirect_uris'),
  };
  const clientType = clientTypes.find((type) => type === entry.clientType);
  const grantType = grantTypes.find((type) => type === entry.grantType);
  const details = {
    name: entry.name.trim(),
    // A choice that is missing is told once, whatever else would follow from it.
    clientType: clientType ?? 'confidential',
    grantType: grantType ?? 'password',
    redirectUris: linesOf(entry.redirectUris),
  };
  const problems = applicationProblems(details).map(({ field, message }) => ({
    field: fieldNames[field],
    message,
  }));
  if (clientType === undefined) {
    problems.push({ field: 'client_type', message: 'Choose a client type.' });
  }
  if (grantType === undefined) {
    problems.push({ field: 'grant_type', message: 'Choose an authorization grant type.' });
  }
  return { entry, details, problems: inOrder(problems) };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

function inOrder(problems: readonly FormProblem[]): readonly FormProblem[] {
  const names = Object.keys(applicationFormFields);
  return problems.toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
}
