import {
  findTokenObstacle,
  type ApplicationDetails,
} from '../../../../../lib/model/accounts/application.ts';
import { importError, importWarning, type ImportProblem } from '../../import-problems.ts';

/** Where an application stands in the source. */
export type ApplicationLocation = { readonly pointer: string; readonly record: string };

/** Returns the error for an application that cannot be registered. */
export function leftOutProblem(
  name: string,
  reason: string,
  location: ApplicationLocation,
): ImportProblem {
  const message = `The application ${name} is left out. ${reason}`;
  return importError('application_left_out', message, location);
}

/** Returns the warnings about an application that is imported. */
export function findImportProblems(
  details: ApplicationDetails,
  location: ApplicationLocation,
): readonly ImportProblem[] {
  if (findTokenObstacle(details) !== undefined) return [withoutTokensProblem(details, location)];
  if (details.grantType !== 'client-credentials') return [];
  const message = `The application ${details.name} acts for itself, with an account that has no rights yet. Use hds group add to give it rights.`;
  return [importWarning('application_without_rights', message, location)];
}

/** Returns the problem of an application that was imported before and gets no tokens. Earlier releases imported both kinds. */
export function findStoredProblem(
  stored: ApplicationDetails,
  location: ApplicationLocation,
): readonly ImportProblem[] {
  const obstacle = findTokenObstacle(stored);
  if (obstacle === undefined) return [];
  if (obstacle === 'unserved grant') return [withoutTokensProblem(stored, location)];
  const message = `The application ${stored.name}, which was imported before, gets no tokens, because it is confidential and has the password grant. Its owner can make it public at /o/applications/.`;
  return [importError('application_left_out', message, location)];
}

function withoutTokensProblem(
  { name, grantType }: ApplicationDetails,
  location: ApplicationLocation,
): ImportProblem {
  const message = `The application ${name} gets no tokens, because the service does not support its grant type ${grantType} yet. Use hds application create to register one with the password grant.`;
  return importWarning('application_without_tokens', message, location);
}
