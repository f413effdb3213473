/** A deployment cannot go on. The message says what to do. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}
