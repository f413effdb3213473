import { DeploymentError } from './deployment-error.ts';

/** What a deployment does with a stack. `replace` deletes a stack whose creation failed, and creates it again. */
export type StackStep = 'create' | 'replace' | 'update';

/** The states of a stack whose creation failed. It has no data yet, so it can be deleted. */
const failedCreations: ReadonlySet<string> = new Set([
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
]);

/**
 * Decides what a deployment does with a stack.
 * @rule Deployment: What happens to a stack whose creation or update failed?
 * @param status the status in CloudFormation; undefined if there is no stack
 * @throws DeploymentError that says what to do, if the stack can be neither created nor updated
 */
export function chooseStackStep(name: string, status: string | undefined): StackStep {
  if (status === undefined || status === 'DELETE_COMPLETE') return 'create';
  if (failedCreations.has(status)) return 'replace';
  if (status.endsWith('_IN_PROGRESS')) {
    throw new DeploymentError(
      `Stack ${name} is changing (${status}). Wait until that ends, then deploy again.`,
    );
  }
  if (status === 'UPDATE_ROLLBACK_FAILED') {
    throw new DeploymentError(
      `Stack ${name} could not return to its former state. Its events in the console of CloudFormation say why. Correct the cause, then run: aws cloudformation continue-update-rollback --stack-name ${name}. When the stack is in UPDATE_ROLLBACK_COMPLETE, deploy again.`,
    );
  }
  if (status === 'DELETE_FAILED') {
    throw new DeploymentError(
      `Stack ${name} could not be deleted completely. Its events in the console of CloudFormation say why. Correct the cause, then run: aws cloudformation delete-stack --stack-name ${name}. When the stack is gone, deploy again.`,
    );
  }
  return 'update';
}
