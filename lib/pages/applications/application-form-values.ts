import {
  findApplicationProblems,
  clientTypes,
  grantTypes,
  type Application,
  type ApplicationDetails,
  type ApplicationProblem,
} from '../../model/accounts/application.ts';
import type { FormProblem } from '../layout/fields.ts';
import type { Words } from '../words/words.ts';

/** The values in the form of an application, as the visitor typed them. */
export type ApplicationFormValues = {
  readonly name: string;
  readonly clientType: string;
  readonly grantType: string;
  /** The redirect URIs, one per line. */
  readonly redirectUris: string;
};

/** The initial values of the registration form, for the password grant (specification, Authentication 2). */
export const initialFormValues: ApplicationFormValues = {
  name: '',
  clientType: 'public',
  grantType: 'password',
  redirectUris: '',
};

/** Returns the initial values of the form to change an application. */
export function toFormValues(application: Application): ApplicationFormValues {
  return { ...application, redirectUris: application.redirectUris.join('\n') };
}

/** Descriptions of the form fields. */
export const applicationFormFields = {
  name: 'The name of the application, for its owner.',
  client_type: 'public or confidential.',
  grant_type: 'password, client-credentials or authorization-code.',
  redirect_uris: 'Redirect URIs, one per line.',
} as const;

const fieldNames: Readonly<Record<keyof ApplicationDetails, keyof typeof applicationFormFields>> = {
  name: 'name',
  clientType: 'client_type',
  grantType: 'grant_type',
  redirectUris: 'redirect_uris',
};

/**
 * Reads the form of an application.
 * @param field reads a form field; empty if it was not sent
 * @returns the values as typed, the details, and all problems; the details are valid if there are no problems
 */
export function readApplicationForm(
  field: (name: keyof typeof applicationFormFields) => string,
  words: Words,
): {
  readonly values: ApplicationFormValues;
  readonly details: ApplicationDetails;
  readonly problems: readonly FormProblem[];
} {
  const values = {
    name: field('name'),
    clientType: field('client_type'),
    grantType: field('grant_type'),
    redirectUris: field('redirect_uris'),
  };
  const clientType = clientTypes.find((type) => type === values.clientType);
  const grantType = grantTypes.find((type) => type === values.grantType);
  const details = {
    name: values.name.trim(),
    // A missing choice is reported below. With these defaults it causes no further problem.
    clientType: clientType ?? 'confidential',
    grantType: grantType ?? 'password',
    redirectUris: splitLines(values.redirectUris),
  };
  const problems = findApplicationProblems(details).map((problem) => ({
    field: fieldNames[problem.field],
    message: problemText(problem, words),
  }));
  if (clientType === undefined) {
    problems.push({
      field: 'client_type',
      message: words.text('application-problem.no-client-type'),
    });
  }
  if (grantType === undefined) {
    problems.push({
      field: 'grant_type',
      message: words.text('application-problem.no-grant-type'),
    });
  }
  return { values, details, problems: sortByField(problems) };
}

const problemText = (problem: ApplicationProblem, words: Words): string =>
  problem.code === 'refused-redirect-uri'
    ? words.text(`application-problem.${problem.code}`, { uri: problem.uri })
    : words.text(`application-problem.${problem.code}`);

function splitLines(text: string): readonly string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

function sortByField(problems: readonly FormProblem[]): readonly FormProblem[] {
  const names = Object.keys(applicationFormFields);
  return problems.toSorted(
    (problem, otherProblem) => names.indexOf(problem.field) - names.indexOf(otherProblem.field),
  );
}
