/** An error that ends a deployment. Its message tells the operator what to do. */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';
}
