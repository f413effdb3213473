import {
  findTokenObstacle,
  type ApplicationDetails,
} from '../../../../../lib/model/accounts/application.ts';
import type { ApplicationPlan } from './plan-applications.ts';
import { importError, importWarning, type ImportProblem } from '../../import-problems.ts';

/** Where an application stands in the source. */
export type ApplicationLocation = { readonly pointer: string; readonly record: string };

/**
 * Finds the problems of what is planned for an application.
 * @param name its name in the source
 */
export function findPlanProblems(
  plan: ApplicationPlan,
  location: ApplicationLocation,
  name: string,
): readonly ImportProblem[] {
  const warn = (code: string, message: string) => importWarning(code, message, location);
  if (plan.kind === 'register') return findNewProblems(plan.application.details, location);
  if (plan.kind === 'link' || plan.kind === 'unchanged')
    return findTokenProblems(plan.stored, location);
  if (plan.kind === 'update')
    return [
      warn(
        'application_followed',
        `The application ${name} follows the source, where it was changed. Its users must sign in again.`,
      ),
      ...findTokenProblems(plan.application.details, location),
    ];
  if (plan.kind === 'kept')
    return [
      warn(
        'application_changed_here',
        `The application ${plan.stored.name} differs from the source, because it was changed in this service, and stays so. Import with --undo-account-changes to let it follow the source.`,
      ),
    ];
  if (plan.kind === 'delete')
    return [
      warn(
        'application_followed',
        `The application ${plan.stored.name} is deleted. ${plan.reason}`,
      ),
    ];
  const message = `The application ${name} is left out. ${plan.reason}`;
  return [importError('application_left_out', message, location)];
}

function findNewProblems(
  details: ApplicationDetails,
  location: ApplicationLocation,
): readonly ImportProblem[] {
  const problems = findTokenProblems(details, location);
  if (problems.length > 0 || details.grantType !== 'client-credentials') return problems;
  const message = `The application ${details.name} acts for itself, with an account that has no rights yet. Use hds group add to give it rights.`;
  return [importWarning('application_without_rights', message, location)];
}

/** Finds the problem of an application that gets no tokens. Earlier releases imported both kinds. */
function findTokenProblems(
  details: ApplicationDetails,
  location: ApplicationLocation,
): readonly ImportProblem[] {
  const obstacle = findTokenObstacle(details);
  if (obstacle === undefined) return [];
  if (obstacle === 'unserved grant') return [withoutTokensProblem(details, location)];
  const message = `The application ${details.name}, which was imported before, gets no tokens, because it is confidential and has the password grant. Its owner can make it public at /o/applications/.`;
  return [importError('application_left_out', message, location)];
}

function withoutTokensProblem(
  { name, grantType }: ApplicationDetails,
  location: ApplicationLocation,
): ImportProblem {
  const message = `The application ${name} gets no tokens, because the service does not support its grant type ${grantType} yet. Use hds application create to register one with the password grant.`;
  return importWarning('application_without_tokens', message, location);
}
