import { databaseRoles, type DatabaseRole } from '../database/database.ts';

export const localClusterArn = 'arn:aws:rds:eu-west-1:000000000000:cluster:heritage-local';

export const localDatabaseName = 'heritage';

/** Returns the ARN of the secret with which calls run as a role. */
export function localSecretArn(role: DatabaseRole): string {
  return `arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-${role}`;
}

/** The settings that give each function the local secret of its database role. */
export const localRoleSecrets = {
  HDS_READ_SECRET_ARN: localSecretArn('read'),
  HDS_WRITE_SECRET_ARN: localSecretArn('write'),
  HDS_SIGN_IN_SECRET_ARN: localSecretArn('sign-in'),
  HDS_REVOKE_SECRET_ARN: localSecretArn('revoke'),
  HDS_ADMINISTER_SECRET_ARN: localSecretArn('administer'),
  HDS_EXPORT_SECRET_ARN: localSecretArn('export'),
  HDS_DERIVE_SECRET_ARN: localSecretArn('derive'),
} as const;

export const localSigningKeySecretArn =
  'arn:aws:secretsmanager:eu-west-1:000000000000:secret:heritage-local-signing-key';

/** Finds the role as which calls with a secret run. */
export function findRoleOfSecret(secretArn: string): DatabaseRole | undefined {
  return databaseRoles.find((role) => localSecretArn(role) === secretArn);
}
