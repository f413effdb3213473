import {
  localClusterArn,
  localDatabaseName,
  localRoleSecrets,
  localSigningKeySecretArn,
} from '../../infra/local/data-api/local-names.ts';
import { resetProcess } from '../../lib/once-per-process.ts';
import type { TestStack } from '../support/stack.ts';

const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };

/** The options for the secrets of a stack. */
export function secretsOptions(stack: TestStack) {
  return { region: 'eu-west-1', endpoint: stack.server.url, credentials };
}

/** Sets the settings of the functions in this process. Those that an import of data has read before are dropped. */
export function configureFunctions(stack: TestStack): void {
  Object.assign(process.env, {
    HDS_BASE_URL: 'http://localhost:3000',
    HDS_CLUSTER_ARN: localClusterArn,
    ...localRoleSecrets,
    HDS_DATABASE: localDatabaseName,
    HDS_SIGNING_KEY_SECRET: localSigningKeySecretArn,
    AWS_ENDPOINT_URL_RDS_DATA: stack.server.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: stack.server.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  resetProcess();
}
